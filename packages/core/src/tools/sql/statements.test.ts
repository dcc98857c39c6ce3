import { describe, expect, test } from "vitest";
import { sourceFile } from "../../text/source-file.ts";
import { assertAllowed } from "./rules.ts";
import { sqlStatements } from "./statements.ts";
import { transactionPlan } from "./transaction-plan.ts";

const trigger = "CREATE TRIGGER t AFTER INSERT ON a BEGIN UPDATE a SET b = CASE WHEN 1 THEN 2 END; DELETE FROM c; END";

function split(script: string) {
  return sqlStatements(sourceFile(script)).map(({ tokens, line }) => {
    return `${line}: ${script.slice(tokens[0]?.start, tokens.at(-1)?.end)}`;
  });
}

describe("a script is split into statements", () => {
  test.each([
    ["one, with or without its semicolon", "SELECT 1", ["1: SELECT 1"]],
    [
      "several, each with its line",
      "SELECT 1;\n\n SELECT 2;SELECT 3;\n",
      ["1: SELECT 1", "3: SELECT 2", "3: SELECT 3"],
    ],
    [
      "semicolons in strings, names and comments are none",
      `SELECT ';', ";" -- ;\n/* ; */, [;]; A`,
      [`1: SELECT ';', ";" -- ;\n/* ; */, [;]`, "2: A"],
    ],
    ["empty ones are left out", ";; -- nothing\n;", []],
    ["a trigger with its body", `${trigger}; SELECT 1`, [`1: ${trigger}`, "1: SELECT 1"]],
    [
      "a temporary trigger",
      `${trigger.replace("CREATE", "create temp")}; SELECT 1`,
      [`1: ${trigger.replace("CREATE", "create temp")}`, "1: SELECT 1"],
    ],
    [
      "a trigger with a comment before its end's semicolon",
      "CREATE TRIGGER t BEGIN SELECT 1; END /* ; */ ; A",
      ["1: CREATE TRIGGER t BEGIN SELECT 1; END", "1: A"],
    ],
    [
      "a plan of a trigger",
      "EXPLAIN CREATE TRIGGER t BEGIN SELECT 1; END; A",
      ["1: EXPLAIN CREATE TRIGGER t BEGIN SELECT 1; END", "1: A"],
    ],
    ["a table named trigger is no trigger", 'CREATE TABLE "trigger" (a); B', ['1: CREATE TABLE "trigger" (a)', "1: B"]],
    [
      "a trigger that never ends is one statement",
      "CREATE TRIGGER t BEGIN SELECT 1; SELECT 2;",
      ["1: CREATE TRIGGER t BEGIN SELECT 1; SELECT 2;"],
    ],
  ])("%s", (_, script, expected) => {
    expect(split(script)).toEqual(expected);
  });
});

describe("a statement that reaches beyond the one database is refused", () => {
  const assertAll = (script: string) => {
    for (const statement of sqlStatements(sourceFile(script))) assertAllowed(statement);
  };

  test.each([
    ["ATTACH", "SELECT 1;\nATTACH 'x.db' AS x", "line 2: ATTACH is not allowed"],
    ["ATTACH in any case, after a comment", "/* a */ aTTaCH DATABASE 'x' AS x", "line 1: ATTACH is not allowed"],
    ["ATTACH after a byte order mark", "\ufeffATTACH 'x' AS x", "line 1: ATTACH is not allowed"],
    ["ATTACH that is only explained", "EXPLAIN QUERY PLAN ATTACH 'x' AS x", "line 1: ATTACH is not allowed"],
    ["ATTACH after a comment that only seems to go on", "-- a\nATTACH 'x' AS x", "line 2: ATTACH is not allowed"],
    ["DETACH", "DETACH x", "line 1: DETACH is not allowed"],
    ["VACUUM INTO", "VACUUM main INTO 'copy.db'", "line 1: VACUUM INTO is not allowed"],
    ["load_extension", "SELECT load_extension('x')", "line 1: load_extension() is not allowed"],
    ["load_extension in quotes", 'SELECT "LOAD_extension" ("x")', "line 1: load_extension() is not allowed"],
    ["PRAGMA writable_schema", "PRAGMA writable_schema = 1", "line 1: PRAGMA writable_schema is not allowed"],
    [
      "PRAGMA with a schema before its name",
      "PRAGMA main.writable_schema(1)",
      "line 1: PRAGMA writable_schema is not allowed",
    ],
    [
      "PRAGMA with quotes around its name",
      "PRAGMA 'Writable_Schema' = 1",
      "line 1: PRAGMA writable_schema is not allowed",
    ],
    [
      "PRAGMA that says where files are",
      "PRAGMA temp_store_directory = '/etc'",
      "line 1: PRAGMA temp_store_directory is not",
    ],
    ["PRAGMA that forges the schema's version", "PRAGMA schema_version = 1", "line 1: PRAGMA schema_version is not"],
    ["PRAGMA without a name", "PRAGMA", "line 1: PRAGMA is not allowed"],
  ])("%s", (_, script, message) => {
    expect(() => assertAll(script)).toThrow(message);
  });

  test.each([
    ["those words as strings and names", `SELECT 'ATTACH', "detach", load_extension FROM "pragma"; VACUUM`],
    [
      "pragmas that read or set this connection",
      "PRAGMA table_info(a); PRAGMA main.user_version = 3; pragma Foreign_Keys=on",
    ],
  ])("but not %s", (_, script) => {
    expect(() => assertAll(script)).not.toThrow();
  });
});

describe("a script is one transaction", () => {
  const plan = (script: string) => transactionPlan(sqlStatements(sourceFile(script)));

  test.each([
    ["that only reads", "SELECT 1; VALUES (1); EXPLAIN DELETE FROM a", { mode: "read", from: 0 }],
    [
      "that only reads, with words of writing in it",
      "SELECT replace(a, 'insert', 'update') FROM b",
      { mode: "read", from: 0 },
    ],
    ["that only reads, WITH", "WITH x AS (SELECT 1) SELECT replace(a, b, c) FROM x", { mode: "read", from: 0 }],
    ["that writes", "SELECT 1; DELETE FROM a", { mode: "write", from: 0 }],
    ["that writes, WITH", "WITH x AS (SELECT 1) INSERT INTO a SELECT * FROM x", { mode: "write", from: 0 }],
    [
      "that writes, with savepoints",
      "SAVEPOINT a; DELETE FROM b; ROLLBACK TO a; ROLLBACK TRANSACTION TO SAVEPOINT a; RELEASE a",
      { mode: "write", from: 0 },
    ],
    [
      "with pragmas before it, which it would make void",
      "PRAGMA foreign_keys = OFF; PRAGMA user_version; DROP TABLE a",
      { mode: "write", from: 2 },
    ],
    ["of nothing but pragmas, which is none", "PRAGMA journal_mode = WAL", { mode: "read", from: 1 }],
    ["of its own", "begin immediate; DELETE FROM a; COMMIT", { mode: "own", from: 3 }],
    ["of its own that it gives up", "BEGIN; ROLLBACK", { mode: "own", from: 2 }],
    ["that cannot be one", "DELETE FROM a; VACUUM", { mode: "own", from: 2 }],
    ["with a trigger, whose BEGIN is none", `${trigger}`, { mode: "write", from: 0 }],
  ])("%s", (_, script, expected) => {
    expect(plan(script)).toEqual(expected);
  });

  test("and a pragma that would silently do nothing in it is refused", () => {
    expect(() => plan("DELETE FROM a;\nPRAGMA foreign_keys = OFF")).toThrow(
      "line 2: PRAGMA foreign_keys must come before the first other statement",
    );
  });
});
