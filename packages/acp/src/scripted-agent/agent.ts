import { randomUUID } from "node:crypto";
import { setInterval } from "node:timers";
import { logIn } from "./log.ts";
import { givenServers } from "./mcp-servers.ts";
import { type Id, type Incoming, type Peer, peerOnStandardStreams } from "./peer.ts";
import { type Ending, play } from "./play.ts";
import type { Scene } from "./scene.ts";
import type { Choice, Ignorable, Script, Step } from "./script.ts";
import { turnChooser } from "./turn-chooser.ts";

const methodNotFound = -32601;
const internalError = -32603;

/** An agent that speaks the protocol over its standard streams and does what its script says, until its input ends. */
export function runAgent(script: Script): void {
  const { agent } = script;
  const log = logIn(agent.log);
  let session: string = randomUUID();
  let isContinued = false;
  const chooseTurn = turnChooser(script.turns);
  const ignored = new Set<Ignorable>();
  const current = { mode: agent.modes?.current, model: agent.models?.current };
  let cwd = process.cwd();
  let servers = givenServers([], cwd);
  let cancelling = new AbortController();

  const tellSignal = (signal: string) => log(JSON.stringify({ event: "signal", signal }));
  const ignore = (what: Ignorable) => {
    ignored.add(what);
    if (what === "signals") for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, tellSignal);
    // Something must keep the process alive once nothing can come any more.
    if (what === "end_of_input") setInterval(() => {}, 1_000_000);
  };
  const sceneOf = (peer: Peer, later: (steps: readonly Step[]) => void): Scene => {
    return { peer, session, cwd, servers, cancelled: cancelling.signal, later, ignore };
  };
  const answer = async (peer: Peer, id: Id, usual: () => unknown, method: string) => {
    const scripted = agent.answers.get(method);
    const after: Step[] = [];
    const scene = sceneOf(peer, (steps) => after.push(...steps));
    const ending = scripted === undefined ? undefined : await play(scripted.steps, scene);
    if (scripted?.hang === true) return;
    const error = ending?.type === "error" ? ending.error : scripted?.error;
    await peer.send(error === undefined ? { id, result: scripted?.result ?? usual() } : { id, error });
    await play(after, scene);
  };
  const prompt = async (peer: Peer, id: Id, params: unknown) => {
    cancelling = new AbortController();
    const after: Step[] = [];
    const steps = chooseTurn(promptText(params), isContinued);
    const scene = sceneOf(peer, (late) => after.push(...late));
    const ending: Ending =
      steps === undefined
        ? {
            type: "error",
            error: { code: internalError, message: "no turn of the script fits this prompt", data: undefined },
          }
        : ((await play(steps, scene)) ?? { type: "stop", reason: "end_turn" });
    await peer.send(
      ending.type === "error" ? { id, error: ending.error } : { id, result: { stopReason: ending.reason } },
    );
    await play(after, { ...scene, cancelled: new AbortController().signal });
  };
  const settings = () => ({ ...modesOf(agent.modes, current.mode), configOptions: configOptions() });
  const configOptions = () => [
    ...(agent.models === undefined ? [] : [configOption("model", agent.models, current.model)]),
    ...(agent.modes === undefined ? [] : [configOption("mode", agent.modes, current.mode)]),
  ];

  const receive = async (peer: Peer, { id, method, params }: Incoming) => {
    const fields = fieldsOf(params);
    if (method === "session/cancel") {
      if (!ignored.has("cancel")) cancelling.abort();
      return;
    }
    if (id === undefined) return;
    switch (method) {
      case "initialize":
        return answer(peer, id, () => initialized(script), method);
      case "session/new":
        if (typeof fields.cwd === "string") cwd = fields.cwd;
        servers = givenServers(fields.mcpServers, cwd);
        return answer(peer, id, () => ({ sessionId: session, ...settings() }), method);
      case "session/load":
      case "session/resume":
        session = String(fields.sessionId);
        isContinued = true;
        if (typeof fields.cwd === "string") cwd = fields.cwd;
        servers = givenServers(fields.mcpServers, cwd);
        return answer(peer, id, settings, method);
      case "session/set_mode":
        current.mode = String(fields.modeId);
        return answer(peer, id, () => ({}), method);
      case "session/set_config_option":
        if (fields.configId === "model") current.model = String(fields.value);
        if (fields.configId === "mode") current.mode = String(fields.value);
        return answer(peer, id, () => ({ configOptions: configOptions() }), method);
      case "session/close":
        return answer(peer, id, () => ({}), method);
      case "session/prompt":
        return prompt(peer, id, params);
      default:
        return peer.send({ id, error: { code: methodNotFound, message: `Method not found: ${method}` } });
    }
  };

  const peer = peerOnStandardStreams(
    (incoming) => void receive(peer, incoming),
    () => {
      if (!ignored.has("end_of_input")) process.exit(0);
    },
    log,
  );
}

function initialized({ agent }: Script) {
  return {
    protocolVersion: agent.protocolVersion,
    agentInfo: { name: "scripted-agent", title: "Scripted agent", version: "1" },
    agentCapabilities: {
      loadSession: agent.loadsSessions,
      mcpCapabilities: { http: false, sse: false },
      sessionCapabilities: {
        ...(agent.closesSessions ? { close: {} } : {}),
        ...(agent.resumesSessions ? { resume: {} } : {}),
      },
    },
    authMethods: agent.signIn.map(({ name, description }) => ({ id: name, name, description })),
  };
}

function modesOf(modes: Choice | undefined, currentModeId: string | undefined) {
  if (modes === undefined) return {};
  return { modes: { currentModeId, availableModes: modes.available.map((id) => ({ id, name: id })) } };
}

function configOption(category: string, { available }: Choice, currentValue: string | undefined) {
  const options = available.map((value) => ({ value, name: value }));
  return { id: category, name: category, category, type: "select", currentValue, options };
}

function promptText(params: unknown): string {
  const { prompt } = fieldsOf(params);
  if (!Array.isArray(prompt)) return "";
  return prompt.map((block) => fieldsOf(block).text).join("\n");
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
