import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { processesWithMarker } from "../process/marker.ts";
import { chooseDriver } from "../store/choose-driver.ts";
import { toolWorkspace } from "../testing/tool-workspace.ts";
import { sql } from "./sql.ts";
import type { ToolCall, ToolContext } from "./tool.ts";

const { folder, file, context, remove } = toolWorkspace();
afterAll(remove);
afterEach(() => {
  vi.unstubAllEnvs();
  expect(processesWithMarker(context.marker)).toEqual([]);
});

const run = (block: string, more: Partial<ToolContext> = {}, call: ToolCall = {}) =>
  sql.run({ block, database: "test.db", ...call }, { ...context, ...more });
const rows = async (block: string, more: Partial<ToolContext> = {}, call: ToolCall = {}): Promise<unknown> => {
  const { output, failure } = await run(block, more, call);
  return failure ?? JSON.parse(output.text);
};

const names = ["better-sqlite3", "node:sqlite"];
const loaded = await Promise.allSettled(names.map(chooseDriver));
const drivers = names.filter((_, index) => loaded[index]?.status === "fulfilled");
test("at least one driver can be tested", () => expect(drivers).not.toEqual([]));

const endless = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c";

describe("a call that is refused before a database is opened", () => {
  symlinkSync("/tmp", join(folder, "out"));

  test.each<[string, ToolCall, string]>([
    ["no database", { block: "SELECT 1" }, "sql needs a database: write ```sql db=PATH"],
    ["no block", { database: "x.db" }, "sql runs one ```sql block"],
    [
      "statements among arguments, which may hold values",
      { database: "x.db", arguments: { query: "SELECT 1" } },
      "as written",
    ],
    ["no statement", { database: "x.db", block: "-- nothing\n;" }, "the sql block holds no statement"],
    ["a database outside the workspace", { database: "../x.db", block: "SELECT 1" }, "outside the workspace"],
    ["a database behind a link", { database: "out/x.db", block: "SELECT 1" }, "outside the workspace"],
    ["the runtime's own database", { database: ".aml/state.db", block: "SELECT 1" }, "belongs to the runtime"],
    ["the configuration", { database: "aml.config.json", block: "SELECT 1" }, "belongs to the runtime"],
    ["ATTACH", { database: "x.db", block: "SELECT 1;\nATTACH '.aml/state.db' AS s" }, "line 2: ATTACH is not allowed"],
    ["a string that is not closed", { database: "x.db", block: "SELECT 'a" }, "line 1: ' is never closed"],
    [
      "a param that there is not",
      { database: "x.db", block: "SELECT\n:nme" },
      'line 2: there is no param "nme" for :nme',
    ],
    ["a param that every object has", { database: "x.db", block: "SELECT :constructor" }, 'no param "constructor"'],
    ["a parameter by number", { database: "x.db", block: "SELECT ?1" }, "line 1: ?1: values are bound as :name"],
    ["a parameter of another spelling", { database: "x.db", block: "SELECT $name" }, "values are bound as :name"],
    [
      "a reference to nothing",
      { database: "x.db", block: "SELECT {nme}" },
      "line 1: {nme} names no param and no step's output",
    ],
    [
      "a reference to no step",
      { database: "x.db", block: "SELECT {steps.X.output}" },
      "{steps.X.output} names no step",
    ],
    ["braces that are no reference", { database: "x.db", block: "SELECT {a b}" }, "{a b} names no param"],
  ])("%s", async (_, call, message) => {
    expect((await sql.run(call, context)).failure).toEqual({
      code: "refused",
      message: expect.stringContaining(message),
    });
  });

  test("a run that was stopped before", async () => {
    expect((await run("SELECT 1", { signal: AbortSignal.abort() })).failure?.code).toBe("aborted");
  });
});

describe.each(drivers)("with %s", (driver) => {
  beforeEach(() => vi.stubEnv("AML_SQLITE", driver));
  const fresh = () => `fresh-${driver === "node:sqlite" ? "node" : "better"}-${Math.random()}.db`;

  describe("a script that fails", () => {
    test.each([
      ["is told by line", "SELECT 1;\n\nSELEC 2", 'line 3: near "SELEC": syntax error'],
      ["by a table that there is not", "SELECT * FROM missing", "line 1: no such table: missing"],
      [
        "by what its statements do not agree in",
        "SELECT {who} UNION SELECT 1, 2",
        "line 1: SELECTs to the left and right",
      ],
    ])("%s", async (_, block, message) => {
      expect((await run(block, { params: { who: "x" } })).failure).toEqual({
        code: "failed",
        message: expect.stringContaining(message),
      });
    });

    test("leaves nothing of it in the database", async () => {
      const database = fresh();
      await run("CREATE TABLE t (a UNIQUE)", {}, { database });
      const result = await run(
        "INSERT INTO t VALUES (1);\nCREATE TABLE u (a);\nINSERT INTO t VALUES (1)",
        {},
        { database },
      );
      expect(result.failure?.message).toMatch(/^line 3: UNIQUE constraint failed/);
      expect(
        await rows(
          "SELECT (SELECT count(*) FROM t) AS t, count(*) AS u FROM sqlite_schema WHERE name = 'u'",
          {},
          { database },
        ),
      ).toEqual([{ t: 0, u: 0 }]);
    });

    test("keeps what it has committed itself, and nothing after that", async () => {
      const database = fresh();
      const block = "BEGIN; CREATE TABLE t (a); COMMIT; BEGIN; INSERT INTO t VALUES (1); SELEC";
      expect((await run(block, {}, { database })).failure?.code).toBe("failed");
      expect(await rows("SELECT count(*) AS n FROM t", {}, { database })).toEqual([{ n: 0 }]);
    });

    test("by not ending its own transaction", async () => {
      const database = fresh();
      expect((await run("BEGIN; CREATE TABLE t (a)", {}, { database })).failure?.message).toBe(
        "the script began a transaction and did not end it: it was rolled back",
      );
      expect(await rows("SELECT count(*) AS n FROM sqlite_schema", {}, { database })).toEqual([{ n: 0 }]);
    });

    test("on a file that is no database", async () => {
      file("note.txt", "this is a note and no database".repeat(100));
      expect((await run("SELECT 1", {}, { database: "note.txt" })).failure?.message).toBe("file is not a database");
    });

    test("in a folder that does not exist", async () => {
      expect((await run("SELECT 1", {}, { database: "gone/x.db" })).failure?.code).toBe("failed");
    });
  });

  describe("values are bound and never text of a statement", () => {
    const evil = "x'); DROP TABLE t; --";

    test("params by name, outputs and passes in braces", async () => {
      const more = {
        params: { who: evil, "my-name": "b" },
        outputs: { A: { text: evil }, "a.b": { text: "dotted" } },
        iter: 2,
        maxIter: 5,
      };
      const block =
        'SELECT :who AS w, {my-name} AS m, {steps.A.output} AS a, {steps["a.b"].output} AS d, {iter} AS i, {max_iter} AS x, :who AS again';
      expect(await rows(block, more)).toEqual([{ w: evil, m: "b", a: evil, d: "dotted", i: 2, x: 5, again: evil }]);
    });

    test("the pass of a loop is a whole number, a param is text", async () => {
      const block = "SELECT typeof({iter}) AS i, typeof(:n) AS n, :n = 1 AS same, abs(:n) AS used";
      expect(await rows(block, { iter: 1, params: { n: "1" } })).toEqual([
        { i: "integer", n: "text", same: 0, used: 1 },
      ]);
    });

    test("the scope is bound as :input, unless a param has that name", async () => {
      expect(await rows("SELECT :input AS i", {}, { stdin: "the scope" })).toEqual([{ i: "the scope" }]);
      expect(await rows("SELECT :input AS i", { params: { input: "own" } }, { stdin: "the scope" })).toEqual([
        { i: "own" },
      ]);
    });

    test("a skipped step's output is empty, with a warning", async () => {
      const result = await run("SELECT {steps.S.output} AS s", { outputs: { S: { text: "", skipped: true } } });
      expect(result.output.text).toBe('[{"s":""}]');
      expect(result.warnings).toEqual(["line 1: {steps.S.output} is empty: the step was skipped"]);
    });

    test("a reference in a quoted string stays text, with a warning", async () => {
      const result = await run("SELECT '{who} {other}' AS s", { params: { who: "x" } });
      expect(result.output.text).toBe('[{"s":"{who} {other}"}]');
      expect(result.warnings).toEqual([
        "line 1: {who} stands in a quoted string, where it is only text: leave out the quotes",
      ]);
    });

    test("values on a line before an error do not move its line", async () => {
      const more = { params: { who: "a\nb\nc" } };
      expect((await run("SELECT {who};\nSELEC", more)).failure?.message).toMatch(/^line 2: /);
    });
  });

  describe("the result is", () => {
    test("the rows of the last statement that gives rows", async () => {
      const database = fresh();
      const block = "SELECT 1 AS first; CREATE TABLE t (a); INSERT INTO t VALUES (7), (8) RETURNING a; DELETE FROM t";
      expect(await rows(block, {}, { database })).toEqual([{ a: 7 }, { a: 8 }]);
    });

    test("an empty list when the last such statement found none", async () => {
      expect(await rows("SELECT 1 AS a; SELECT 2 AS a WHERE 0")).toEqual([]);
    });

    test("how many rows changed when none gives rows", async () => {
      const database = fresh();
      expect(
        (await run("CREATE TABLE t (a); INSERT INTO t VALUES (1), (2); DELETE FROM t WHERE a = 1", {}, { database }))
          .output.text,
      ).toBe("3 rows changed");
      expect((await run("UPDATE t SET a = 3", {}, { database })).output.text).toBe("1 row changed");
      expect((await run("CREATE TABLE u (a)", {}, { database })).output.text).toBe("0 rows changed");
    });

    test("JSON that keeps every digit, every column and every byte", async () => {
      const block =
        "SELECT 9007199254740993 AS big, 1.5 AS real, NULL AS none, x'00ff' AS bytes, 1e999 AS inf, 'ü\"\n' AS text, 1 AS x, 2 AS x";
      expect((await run(block)).output.text).toBe(
        '[{"big":9007199254740993,"real":1.5,"none":null,"bytes":"AP8=","inf":9e999,"text":"ü\\"\\n","x":1,"x:2":2}]',
      );
    });

    test("valid JSON though it is cut: whole rows are left out and counted", async () => {
      const block = "WITH RECURSIVE c(n) AS (SELECT 10 UNION ALL SELECT n + 1 FROM c WHERE n < 99) SELECT n FROM c";
      const result = await run(block, { outputLimit: 35 });
      // Eight bytes a row and two between rows; the first three fit.
      expect(JSON.parse(result.output.text)).toEqual([{ n: 10 }, { n: 11 }, { n: 12 }]);
      expect(result.output.truncated).toBe(87 * 10);
      expect(result.warnings).toEqual(["87 rows are left out, since the output is limited to 35 bytes"]);
    });

    test("told as a failure when its time limit passes, and the database is whole", async () => {
      const database = fresh();
      await run("CREATE TABLE t (a)", {}, { database });
      const result = await run(`INSERT INTO t VALUES (1); ${endless}`, { timeoutMs: 1_000 }, { database });
      expect(result).toMatchObject({ timedOut: true, failure: { code: "timeout" } });
      expect(await rows("SELECT count(*) AS n FROM t; PRAGMA integrity_check", {}, { database })).toEqual([
        { integrity_check: "ok" },
      ]);
      expect(await rows("SELECT count(*) AS n FROM t", {}, { database })).toEqual([{ n: 0 }]);
    });

    test("told as a failure when the run is stopped", async () => {
      const stop = new AbortController();
      const running = run(endless, { signal: stop.signal });
      await vi.waitFor(() => expect(processesWithMarker(context.marker)).toHaveLength(1), { interval: 5 });
      stop.abort();
      expect((await running).failure?.code).toBe("aborted");
    });
  });

  test("a trigger's body, a VACUUM and a journal mode work as they do in SQLite", async () => {
    const database = fresh();
    const block = `
      PRAGMA journal_mode = WAL;
      CREATE TABLE t (a); CREATE TABLE log (a);
      CREATE TRIGGER copy AFTER INSERT ON t BEGIN
        INSERT INTO log VALUES (CASE new.a WHEN 1 THEN 'one' ELSE 'other' END);
        INSERT INTO log VALUES (';');
      END;
      INSERT INTO t VALUES (1);`;
    expect((await run(block, {}, { database })).failure).toBeUndefined();
    expect(await rows("SELECT group_concat(a, ' ') AS a FROM log", {}, { database })).toEqual([{ a: "one ;" }]);
    expect((await run("DELETE FROM t; VACUUM", {}, { database })).failure).toBeUndefined();
  });
});
