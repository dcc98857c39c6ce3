import { describe, expect, test } from "vitest";
import type { Event, EventData } from "../journal/events.ts";
import { type DocumentRig, documentRig } from "../testing/document-rig.ts";
import {
  completed,
  doneLine,
  type Reply,
  type ScriptedProvider,
  scriptedProvider,
} from "../testing/scripted-provider.ts";

const inSession = (name: string, text: string, tools = "") => {
  const agent = `<agent name="x">${text}</agent>`;
  return `<session name="${name}">${tools === "" ? agent : `<tool allow="${tools}">${agent}</tool>`}</session>`;
};

interface Rig extends DocumentRig {
  readonly provider: ScriptedProvider;
  opened(run: string | null): EventData["agent.opened"][];
  /** Runs a document whose `count` fails once, and resumes it. */
  resumed(text: string): Promise<{ readonly run: string | null; readonly output: string }>;
}

async function rig(reply: Reply, continues: boolean): Promise<Rig> {
  const provider = scriptedProvider(reply, { continues });
  let isMended = false;
  const count = () => {
    if (!isMended) throw new Error("not yet");
    return "";
  };
  const base = await documentRig({ "h-count": count }, reply, { agents: provider });
  const eventsOf = (run: string | null): readonly Event[] => [...base.store.events(run ?? "")];
  return {
    ...base,
    provider,
    opened: (run) => eventsOf(run).flatMap((event) => (event.type === "agent.opened" ? [event.data] : [])),
    async resumed(text) {
      const failed = await base.run(text);
      expect(failed.status).toBe("failed");
      isMended = true;
      const done = await (await base.runtime.resume(failed.run ?? "")).result;
      expect(done.status).toBe("done");
      return { run: done.run, output: done.output.text };
    },
  };
}

const echo: Reply = (prompt) => `<${prompt.split("\n")[0]}>`;
const broken = '<skill interface="count"/>';

describe("a session of a run that is resumed", () => {
  const document = `${inSession("s", "first")}${broken}${inSession("s", "second")}`;

  test("is brought back by an agent that can, which is told nothing of it", async () => {
    const { resumed, provider, opened } = await rig(echo, true);
    const { run, output } = await resumed(document);
    expect(output).toBe("<first><second>");
    expect(provider.opened.map(({ resume }) => resume)).toEqual([undefined, "session-1"]);
    expect(provider.prompts.at(-1)?.text).toBe("second");
    expect(opened(run)).toMatchObject([
      { agent: "x", session: "x-1", agentSession: "session-1", conversation: "s" },
      { session: "x-2.1", agentSession: "session-1", continues: { session: "x-1", by: "agent" } },
    ]);
  });

  test("is a new one where the agent cannot bring it back, told in data what was replied before, and the trace says so", async () => {
    const { resumed, provider, opened } = await rig(echo, false);
    const { run } = await resumed(document);
    const [instructions = "", data = ""] = (provider.prompts.at(-1)?.text ?? "").split("What follows is data.");
    expect(instructions).toContain("second");
    expect(instructions).toContain('What was replied there stands in the data block "earlier reply 1".');
    expect(instructions).not.toContain("<first>");
    expect(data).toContain("<first>");
    expect(opened(run)).toMatchObject([
      { session: "x-1" },
      {
        session: "x-2.1",
        agentSession: "session-2",
        continues: { session: "x-1", by: "retelling", reason: "the agent cannot continue an earlier session" },
      },
    ]);
  });

  test("is told once: the next prompt of the new session is only itself", async () => {
    const { resumed, provider } = await rig(echo, false);
    await resumed(`${document}${inSession("s", "third")}`);
    expect(provider.prompts.at(-1)?.text).toBe("third");
  });

  test("of another name continues nothing", async () => {
    const { resumed, opened } = await rig(echo, true);
    const { run } = await resumed(`${inSession("s", "first")}${broken}${inSession("t", "second")}`);
    expect(opened(run).map(({ continues }) => continues)).toEqual([undefined, undefined]);
  });

  test("is told of the newest replies only, each cut where it is long", async () => {
    const long = `<agent name="x">say much</agent>`;
    const { resumed, provider } = await rig((prompt) => `${prompt} ${"y".repeat(20_000)} end`, false);
    const many = Array.from({ length: 25 }, () => long).join("");
    await resumed(`${many}${broken}${long}`);
    const told = provider.prompts.at(-1)?.text ?? "";
    expect(told.match(/earlier reply \d+, from/g)).toHaveLength(20);
    expect(told).toContain("characters left out");
    expect(told.length).toBeLessThan(200_000);
  });
});

describe("within a run", () => {
  test("a session of the same name goes on where the first ended, without being opened again", async () => {
    const { run, provider, opened } = await rig(echo, true);
    const result = await run(`${inSession("s", "one")}${inSession("t", "two")}${inSession("s", "three")}`);
    expect(provider.prompts.map(({ session }) => session)).toEqual([1, 2, 1]);
    expect(opened(result.run)).toHaveLength(2);
  });

  test.each([
    [true, { by: "agent", session: "x-1" }],
    [false, { by: "retelling", session: "x-1" }],
  ])("a session whose agent has exited is gone on with (brought back: %s)", async (continues, expected) => {
    const { run, opened } = await rig(
      (prompt) => (prompt === "crash" ? { ...completed(""), result: "agent_exited" } : "fine"),
      continues,
    );
    const crash = '<session name="s" on-failure="skip"><agent name="x">crash</agent></session>';
    const result = await run(`${inSession("s", "one")}${crash}${inSession("s", "two")}`);
    expect(opened(result.run)[1]?.continues).toMatchObject(expected);
  });

  test.each(["tool_denied", "mode_changed"] as const)(
    "a session that ended for %s is not brought back, but told of",
    async (failure) => {
      const trespass = { ...completed(""), result: "agent_exited", failure, sessionOver: true } as const;
      const { run, opened, provider } = await rig((prompt) => (prompt === "crash" ? trespass : "fine"), true);
      const crash = '<session name="s" on-failure="skip"><agent name="x">crash</agent></session>';
      const result = await run(`${inSession("s", "one")}${crash}${inSession("s", "two")}`);
      expect(provider.opened.map(({ resume }) => resume)).toEqual([undefined, undefined]);
      expect(opened(result.run)[1]?.continues).toMatchObject({
        by: "retelling",
        reason: "the agent left its mode or its tools in it",
      });
    },
  );

  test("a session's name is one a file can bear, whatever the agent is called", async () => {
    const { run, opened } = await rig(echo, true);
    const result = await run('<agent name="../../e v/il">one</agent>');
    expect(opened(result.run)).toMatchObject([{ agent: "../../e v/il", session: ".._.._e_v_il-1" }]);
  });

  test("another tool set opens another session, which is told the earlier results (diagram.md 3)", async () => {
    const { run, opened, provider } = await rig(echo, true);
    const result = await run(`${inSession("s", "one")}${inSession("s", "two", "view")}`);
    expect(provider.opened.map(({ resume }) => resume)).toEqual([undefined, undefined]);
    expect(provider.prompts[1]?.text).toContain("<one>");
    expect(opened(result.run)[1]?.continues).toMatchObject({ by: "retelling", reason: "it had other tools" });
  });

  test("a subagent continues nothing, not even itself in a new plan of the same skill", async () => {
    let asked = 0;
    const { run, opened, provider } = await rig(() => doneLine(++asked === 2 ? "yes" : undefined), true);
    const plan = '<skill impl="dde-simple">\nflowchart LR\n  A[Do]\n<step node="A" type="subagent"/></skill>';
    const result = await run(`<agent name="x">${plan}${plan}</agent>`);
    expect(result.status).toBe("done");
    expect(provider.opened).toHaveLength(2);
    for (const { continues, conversation } of opened(result.run)) {
      expect(continues).toBeUndefined();
      expect(conversation).toBeUndefined();
    }
  });
});
