import { defineConfig } from "vitest/config";

const conditions = ["@agent-markup/source"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["packages/*/src/**/*.test.ts", "test/**/*.test.ts"],
    globalSetup: ["test/support/build.ts"],
    testTimeout: 30_000,
    coverage: { provider: "v8", include: ["packages/*/src/**/*.ts"], exclude: ["**/*.generated.ts", "**/*.test.ts"] },
  },
});
