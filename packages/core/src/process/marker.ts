import { randomUUID } from "node:crypto";
import { runMarkerName } from "./environment.ts";
import { ancestorsOf, type ProcessEntry, type ProcessTable, processTable } from "./process-table.ts";

/**
 * One spawned command and all it starts. Beside the run's marker, since a run has several at a time and ending one
 * must not end the others; a command inside a command adds its own to the outer one's.
 */
const commandMarkerName = "AML_COMMAND_MARKER";

export interface Markers {
  readonly command: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** The variables that every process of a command inherits, and the one value that is only its own. */
export function markersOf(run: string, inherited: Readonly<Record<string, string | undefined>>): Markers {
  const command = randomUUID();
  const outer = inherited[commandMarkerName];
  return {
    command,
    variables: { [runMarkerName]: run, [commandMarkerName]: outer === undefined ? command : `${outer}/${command}` },
  };
}

/** Every process of a run that is alive, wherever it moved to (agents.md 6). */
export function processesWithMarker(run: string): readonly number[] {
  const table = processTable();
  return runBearers(run, table, table.entries()).map(({ pid }) => pid);
}

/** Every run of which a process is alive, whatever store it is kept in. */
export function runsWithProcesses(): ReadonlySet<string> {
  // Nothing is ever started there, and nothing tells what runs.
  if (process.platform === "win32") return new Set();
  const table = processTable();
  const environments = table.environments([...table.entries().keys()]);
  const runs = [...environments.values()].map((variables) => variableOf(runMarkerName, variables));
  return new Set(runs.filter((run) => run !== null));
}

/** The run that this process is a part of: it or one above it bears that run's marker; null for a person's own shell. */
export function enclosingRun(): string | null {
  const table = processTable();
  const environments = table.environments([...ancestorsOf(process.pid, table.entries())]);
  return (
    [...environments.values()].map((variables) => variableOf(runMarkerName, variables)).find((run) => run !== null) ??
    null
  );
}

export function runBearers(run: string, table: ProcessTable, entries: ReadonlyMap<number, ProcessEntry>) {
  return bearers(runMarkerName, (value) => value === run, table, entries);
}

export function commandBearers(command: string, table: ProcessTable, entries: ReadonlyMap<number, ProcessEntry>) {
  return bearers(commandMarkerName, (value) => value.split("/").includes(command), table, entries);
}

function bearers(
  name: string,
  matches: (value: string) => boolean,
  table: ProcessTable,
  entries: ReadonlyMap<number, ProcessEntry>,
): ProcessEntry[] {
  const environments = table.environments([...entries.keys()]);
  return [...entries.values()].filter(({ pid }) => {
    const value = variableOf(name, environments.get(pid) ?? []);
    return value !== null && matches(value);
  });
}

function variableOf(name: string, variables: readonly string[]): string | null {
  return variables.find((variable) => variable.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
}
