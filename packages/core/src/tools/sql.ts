import { builtFile } from "../process/built-file.ts";
import { environmentOf } from "../process/environment.ts";
import { spawnCommand } from "../process/spawn.ts";
import { sourceFile } from "../text/source-file.ts";
import { errorLine } from "./error-line.ts";
import { exitFailure, limitFailure, type ProcessOutcome, untilEnded } from "./process-outcome.ts";
import { bound } from "./sql/parameters.ts";
import { assertAllowed } from "./sql/rules.ts";
import type { SqlReply, SqlScript } from "./sql/script.ts";
import { sqlStatements } from "./sql/statements.ts";
import { transactionPlan } from "./sql/transaction-plan.ts";
import { type Tool, type ToolCall, type ToolContext, type ToolOutcome, tool } from "./tool.ts";
import { refuse, ToolError } from "./tool-error.ts";
import type { ReferenceValues } from "./values.ts";
import { resolveInWorkspace } from "./workspace.ts";

/**
 * Runs statements on one SQLite file of the workspace, values bound beside them, all of them kept or none; gives the last
 * rows as JSON (diagram.md 3). In a process of its own, so that a time limit holds.
 */
export const sql: Tool = tool("sql", ["fs:write"], async (call, context) => {
  const warnings: string[] = [];
  const script = scriptOf(call, context, (warning) => warnings.push(warning));
  const started = await spawnCommand({
    file: process.execPath,
    args: [builtFile(import.meta.url, "./sql-worker.js")],
    cwd: context.workspace,
    environment: environmentOf({ inherited: process.env, allow: ["AML_SQLITE"] }),
    marker: context.marker,
  });
  if (!started.ok) throw new ToolError("not-started", started.error.message);
  started.process.stdin.end(JSON.stringify(script));
  // The reply quotes the text once more.
  const outputLimit = 2 * context.outputLimit + 65_536;
  const outcome = outcomeOf(await untilEnded(started.process, { ...context, outputLimit }), context);
  return { ...outcome, warnings: [...warnings, ...(outcome.warnings ?? [])] };
});

function scriptOf(call: ToolCall, context: ToolContext, warn: (warning: string) => void): SqlScript {
  const { block, database, arguments: given } = call;
  if (block === undefined || given !== undefined) return refuse("sql runs one ```sql block (or `run`), as written");
  if (database === undefined)
    return refuse('sql needs a database: write ```sql db=PATH, or set "database" in the configuration');
  const source = sourceFile(block);
  const statements = sqlStatements(source);
  if (statements.length === 0) return refuse("the sql block holds no statement");
  for (const statement of statements) assertAllowed(statement);
  const values = withScope(context, call.stdin);
  return {
    database: resolveInWorkspace(context.workspace, database),
    transaction: transactionPlan(statements),
    statements: statements.map((statement) => bound(source, statement, values, warn)),
    outputLimit: context.outputLimit,
  };
}

/** The scope is bound as `:input`, unless a param has that name (language.md 7.3). */
function withScope(values: ReferenceValues, scope: string | undefined): ReferenceValues {
  return scope === undefined ? values : { ...values, params: { input: scope, ...values.params } };
}

function outcomeOf({ exit, stdout, stderr, endedBy, warnings }: ProcessOutcome, context: ToolContext): ToolOutcome {
  const outcome = { output: { text: "" }, stderr: stderr.text, signal: exit.signal, warnings };
  const limit = limitFailure(endedBy, context);
  if (limit !== null) return { ...outcome, timedOut: endedBy === "timeout", failure: limit };
  if (exit.exitCode !== 0) {
    return { ...outcome, failure: exitFailure(exit, `the database process failed: ${errorLine(stderr.text)}`) };
  }
  const reply: SqlReply = JSON.parse(stdout.text);
  if (!reply.ok) return { ...outcome, failure: { code: "failed", message: reply.message } };
  if (reply.cutRows === 0) return { ...outcome, output: { text: reply.text } };
  const cut = `${reply.cutRows} rows are left out, since the output is limited to ${context.outputLimit} bytes`;
  return { ...outcome, output: { text: reply.text, truncated: reply.cutBytes }, warnings: [...warnings, cut] };
}
