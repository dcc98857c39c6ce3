import { register } from "node:module";

/** A sanitizer for documents that a browser shows; mermaid wants one when it is loaded, and its parser has no use for it. */
const sanitizer = "export default { addHook() {}, removeAllHooks() {}, setConfig() {}, sanitize: (text) => text };";

/**
 * mermaid's own parser: gives how many nodes it finds in a flowchart.
 * @returns {Promise<(text: string) => Promise<number>>}
 */
export async function mermaidParser() {
  const resolve = `export const resolve = (specifier, context, next) => specifier === "dompurify"
    ? { url: "data:text/javascript,${encodeURIComponent(sanitizer)}", shortCircuit: true } : next(specifier, context);`;
  register(`data:text/javascript,${encodeURIComponent(resolve)}`);
  const { default: mermaid } = await import("mermaid");
  mermaid.initialize({ startOnLoad: false, maxEdges: 100_000, maxTextSize: 10_000_000, logLevel: 5 });
  return async (text) => {
    const { db } = await mermaid.mermaidAPI.getDiagramFromText(text);
    return "getVertices" in db && typeof db.getVertices === "function" ? db.getVertices().size : 0;
  };
}
