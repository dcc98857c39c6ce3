import { randomUUID } from "node:crypto";
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";

/**
 * A chain of steps that do nothing in LangGraph.js, with a checkpoint after each in a SQLite file; `run` goes through it once.
 * @param {string} path
 * @param {number} steps
 */
export function langGraphChain(path, steps) {
  const saver = SqliteSaver.fromConnString(path);
  const names = Array.from({ length: steps }, (_, at) => `S${at}`);
  const graph = new StateGraph(Annotation.Root({ last: Annotation() }));
  for (const name of names) graph.addNode(name, () => ({ last: name }));
  /** @type {[string, string][]} */
  const edges = [START, ...names].map((from, at) => [from, names[at] ?? END]);
  for (const [from, to] of edges) Reflect.apply(graph.addEdge, graph, [from, to]);
  const app = graph.compile({ checkpointer: saver });
  return {
    async run() {
      const { last } = await app.invoke(
        { last: "" },
        { configurable: { thread_id: randomUUID() }, recursionLimit: steps + 10 },
      );
      if (last !== names.at(-1)) throw new Error("the chain was not run to its end");
    },
    close: () => void saver.db.close(),
  };
}
