import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { chooseDriver } from "./choose-driver.ts";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const hasNodeSqlite = major > 22 || (major === 22 && minor >= 13);

describe("the SQLite driver", () => {
  it.each([undefined, ""])("is Node's own where this Node has one, when AML_SQLITE is %j", async (wanted) => {
    expect((await chooseDriver(wanted)).name).toBe(hasNodeSqlite ? "node:sqlite" : "better-sqlite3");
  });

  it("that nobody knows is refused, with those that there are", async () => {
    const refusal = { name: "StoreError", code: "unavailable", message: /better-sqlite3 or node:sqlite/ };
    await expect(chooseDriver("sqlite4")).rejects.toMatchObject(refusal);
  });

  it.skipIf(hasNodeSqlite)("of Node is refused where this Node has none, with the version that has", async () => {
    await expect(chooseDriver("node:sqlite")).rejects.toMatchObject({ code: "unavailable", message: /22\.13/ });
  });

  it("is not loaded by whoever only imports the library", () => {
    const library = fileURLToPath(new URL("../../dist/index.js", import.meta.url));
    const program = `import(process.argv[1]).then(() => {
      const { sharedObjects } = process.report.getReport();
      console.log(JSON.stringify(sharedObjects.filter((path) => path.includes("sqlite"))));
    })`;
    expect(execFileSync(process.execPath, ["-e", program, library], { encoding: "utf8" })).toBe("[]\n");
  });
});
