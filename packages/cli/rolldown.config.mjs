import { fileURLToPath } from "node:url";
import { defineConfig } from "rolldown";

const source = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const checkModules = [
  /core\/src\/(?:text|diagnostics|ast|1-parse|format|2-validate|3-register|4-resolve|5-authorise|contracts|plan|diagram)\/(?!.*explanations|driver)/,
  /core\/src\/6-execute\/(?:check-documents|document-diagrams|front-matter-params)/,
  /core\/src\/check\.ts/,
  /picocolors/,
  /cli\/src\/(?:exit|report-fault|project|configuration|policy-file|is-there|json-reader|plain-check)\.ts/,
  /cli\/src\/(?:commands\/check\.ts|check\/(?!formats\/sarif|watch|folder-watch|place|resolution))/,
  /cli\/src\/terminal\/(?:output|documents-at|read-document|replace-document|say-problem)/,
];

export default defineConfig({
  input: {
    aml: source("cli/src/main.ts"),
    "scripted-agent": source("acp/src/scripted-agent/main.ts"),
    "sql-worker": source("core/src/tools/sql-worker.ts"),
    "grep-worker": source("core/src/tools/grep-worker.ts"),
  },
  platform: "node",
  external: ["better-sqlite3", /^node:/],
  resolve: { conditionNames: ["@agent-markup/source", "import", "node", "default"] },
  output: {
    dir: fileURLToPath(new URL("dist", import.meta.url)),
    format: "esm",
    cleanDir: true,
    entryFileNames: "[name].js",
    chunkFileNames: "chunk-[name]-[hash].js",
    minify: true,
    // What `aml check` needs is one file: reading thirty small ones takes longer than running them.
    codeSplitting: { groups: [{ name: "check", test: (id) => checkModules.some((pattern) => pattern.test(id)) }] },
    banner: (chunk) => (chunk.name === "aml" && chunk.isEntry ? "#!/usr/bin/env node" : ""),
  },
});
