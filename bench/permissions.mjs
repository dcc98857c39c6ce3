import { join } from "node:path";
import { createPermissionPolicy, decidePermission } from "@agent-markup/core";
import { bareSession, ownSession, scriptedAgent } from "./agents.mjs";
import { atMost, interleaved } from "./measure.mjs";
import { startedRun } from "./plans.mjs";

const script = {
  turns: [{ steps: [{ permission: { id: "call", title: "Look around", kind: "read", tool: "view" } }] }],
};

/**
 * A turn that asks for permission once: an upper bound of what the answer takes, its durable record at synchronous=FULL
 * included. The peer answers at once and records nothing.
 * @param {import("./measure.mjs").Bench} bench
 * @returns {Promise<import("./measure.mjs").Row[]>}
 */
export async function permissions({ folder }) {
  const command = scriptedAgent(folder, script);
  const { store, lease } = await startedRun(join(folder, "permissions.db"), "full");
  const policy = createPermissionPolicy("allow_once");
  const tools = { allowed: null, denied: new Set() };
  const ours = await ownSession(command, folder, {
    async permission(request, state) {
      const decision = await decidePermission({ request, policy, tools, ...state });
      const lists = { allowed: null, denied: [] };
      store.append(lease, [
        { type: "permission.decided", path: "0", data: { request, decision, policy: policy.label, tools: lists } },
      ]);
      return decision;
    },
    event: () => {},
    transcript: () => {},
  });
  const bare = await bareSession(command, folder);
  try {
    const times = await interleaved(
      { ours: () => ours.prompt("go"), bare: () => bare.prompt("go") },
      { rounds: 60, warmUp: 10 },
    );
    return [
      atMost({
        what: "a turn with a permission request, answered and recorded",
        figure: times.ours,
        unit: "ms",
        peer: "bare SDK client that answers and records nothing",
        ratio: times.ours / times.bare,
        atMost: 50,
      }),
    ];
  } finally {
    await ours.close();
    await bare.close();
    store.close();
  }
}
