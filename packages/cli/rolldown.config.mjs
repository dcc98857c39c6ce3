import { fileURLToPath } from "node:url";
import { defineConfig, rolldown } from "rolldown";

const source = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const reading = {
  platform: "node",
  external: ["better-sqlite3", /^node:/],
  resolve: { conditionNames: ["@agent-markup/source", "import", "node", "default"] },
};

/** Every module that `aml check FILE` loads before it has found anything: found by bundling it alone. */
async function modulesOfCheck() {
  const input = ["plain-check", "check/load-sources", "terminal/read-document"].map((name) =>
    source(`cli/src/${name}.ts`),
  );
  const bundle = await rolldown({ ...reading, input });
  const { output } = await bundle.generate({ format: "esm" });
  const chunks = new Map(output.flatMap((chunk) => (chunk.type === "chunk" ? [[chunk.fileName, chunk]] : [])));
  const loaded = new Set([...chunks.values()].filter(({ isEntry }) => isEntry));
  for (const chunk of loaded) for (const name of chunk.imports) if (chunks.has(name)) loaded.add(chunks.get(name));
  return new Set([...loaded].flatMap(({ moduleIds }) => moduleIds));
}

const checkModules = await modulesOfCheck();

export default defineConfig({
  ...reading,
  input: {
    aml: source("cli/src/main.ts"),
    "scripted-agent": source("acp/src/scripted-agent/main.ts"),
    "tool-bridge": source("acp/src/offered/bridge.ts"),
    "tool-filter": source("acp/src/tool-filter/main.ts"),
    "sql-worker": source("core/src/tools/sql-worker.ts"),
    "grep-worker": source("core/src/tools/grep-worker.ts"),
  },
  output: {
    dir: fileURLToPath(new URL("dist", import.meta.url)),
    format: "esm",
    cleanDir: true,
    entryFileNames: "[name].js",
    chunkFileNames: "chunk-[name]-[hash].js",
    minify: true,
    // What `aml check` needs is one file: reading thirty small ones takes longer than running them.
    codeSplitting: { groups: [{ name: "check", test: (id) => checkModules.has(id) }] },
    banner: (chunk) => (chunk.name === "aml" && chunk.isEntry ? "#!/usr/bin/env node" : ""),
  },
});
