import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const conditions = ["@agent-markup/source"];

/** The rules of the language: `npm run coverage` fails when a line or branch of them is left untested. */
const languagePhases = ["1-parse", "2-validate", "3-register", "4-resolve", "5-authorise"];
const nearlyAll = { lines: 98, branches: 98 };

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["packages/*/src/**/*.test.ts", "test/**/*.test.ts"],
    globalSetup: ["test/support/build.ts"],
    testTimeout: 30_000,
    // Most tests wait for processes that they have started.
    maxWorkers: Math.max(2, availableParallelism()),
    coverage: {
      provider: "v8",
      include: ["packages/*/src/**/*.ts"],
      exclude: ["**/*.generated.ts", "**/*.test.ts"],
      thresholds: Object.fromEntries(languagePhases.map((phase) => [`packages/core/src/${phase}/**/*.ts`, nearlyAll])),
    },
  },
});
