import { bareSession, ownSession, scriptedAgent } from "./agents.mjs";
import { median } from "./measure.mjs";

const rounds = 120;
const warmUp = 40;

const call = { id: "call", title: "Look around", kind: "read", tool: "view" };

/** Turns of as many updates as their prompt says: a tool call, what it says on its way, and messages in between. */
const script = {
  turns: [
    { match: "200 updates", steps: updates(200) },
    { match: "20 updates", steps: updates(20) },
    { match: "no update", steps: [] },
  ],
};

/** @param {number} count */
function updates(count) {
  return Array.from({ length: count }, (_, at) => {
    if (at === 0) return { tool_call: call };
    if (at % 10 === 9) return { tool_update: { id: call.id, status: "in_progress", output: `Line ${at}` } };
    return { message: { text: `This is part ${at} of what there is to say. `, messageId: `message-${at / 10}` } };
  });
}

/**
 * Turns with the scripted agent, ours and those of a bare client of the official SDK in turns, each with an agent of its own.
 * @param {import("./measure.mjs").Bench} bench
 * @returns {Promise<import("./measure.mjs").Row[]>}
 */
export async function agentTurns({ folder }) {
  const command = scriptedAgent(folder, script);
  const ours = await ownSession(command, folder, {
    permission: () => Promise.reject(new Error("the script asks for nothing")),
    event: () => {},
    transcript: () => {},
  });
  const bare = await bareSession(command, folder);
  try {
    const empty = await compare(ours, bare, "no update");
    return [
      emptyRow(empty),
      ...rows("20 updates", await compare(ours, bare, "20 updates")),
      ...rows("200 updates", await compare(ours, bare, "200 updates")),
    ];
  } finally {
    await ours.close();
    await bare.close();
  }
}

/** @typedef {{ readonly time: number, readonly cpu: number }} Cost milliseconds */

/**
 * @param {import("./agents.mjs").OpenSession} ours
 * @param {import("./agents.mjs").OpenSession} bare
 * @param {string} prompt
 * @returns {Promise<{ ours: Cost, bare: Cost }>}
 */
async function compare(ours, bare, prompt) {
  /** @type {{ session: import("./agents.mjs").OpenSession, times: number[], cpu: number }[]} */
  const sides = [ours, bare].map((session) => ({ session, times: [], cpu: 0 }));
  for (let round = -warmUp; round < rounds; round++) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      const usage = process.cpuUsage();
      const before = performance.now();
      await side.session.prompt(prompt);
      const time = performance.now() - before;
      // What a client puts off to the next tick is part of its turn.
      await new Promise((resolve) => setImmediate(resolve));
      const { user, system } = process.cpuUsage(usage);
      if (round < 0) continue;
      side.times.push(time);
      side.cpu += (user + system) / 1000;
    }
  }
  const [own, other] = sides.map(({ times, cpu }) => ({ time: median(times), cpu: cpu / rounds }));
  if (own === undefined || other === undefined) throw new Error("two sides were to be compared");
  return { ours: own, bare: other };
}

/** @param {{ ours: Cost, bare: Cost }} costs */
function emptyRow({ ours, bare }) {
  return {
    what: "ACP turn without updates",
    figure: ours.time,
    unit: "ms",
    peer: "bare SDK client",
    ratio: ours.time / bare.time,
    goal: "at most 0.1 ms more",
    met: ours.time - bare.time <= 0.1,
  };
}

/**
 * @param {string} updates
 * @param {{ ours: Cost, bare: Cost }} costs
 */
function rows(updates, { ours, bare }) {
  const row = (/** @type {string} */ what, /** @type {"time" | "cpu"} */ of) => ({
    what: `ACP turn with ${updates}: ${what}`,
    figure: ours[of],
    unit: "ms",
    peer: "bare SDK client",
    ratio: ours[of] / bare[of],
    goal: "at most 1 times",
    met: ours[of] <= bare[of],
  });
  return [row("median time", "time"), row("processor time of the client", "cpu")];
}
