import fc from "fast-check";
import { expect, test } from "vitest";
import { restorePlan } from "../../plan/create-plan.ts";
import type { Plan } from "../../plan/progress.ts";
import { openStore } from "../../store/open-store.ts";
import type { Store } from "../../store/store.ts";
import { createGuide, type Guide } from "./guide.ts";

const drafts = fc.array(
  fc.record({
    type: fc.constantFrom("prompt", "prompt", "tool", "manual", "pass", "gate", "gate", "loop"),
    forward: fc.uniqueArray(fc.integer({ min: 1, max: 3 }), { maxLength: 2 }),
    retries: fc.nat(1),
    idempotent: fc.boolean(),
  }),
  { minLength: 1, maxLength: 7 },
);

/** A diagram whose edges all lead forward, with gates, loops, people and retries. */
const diagrams = drafts.map((nodes) => {
  const last = nodes.length - 1;
  const lines = nodes.flatMap(({ type, forward, retries }, place) => {
    const bound = type === "loop" ? ", max_iter: 2" : "";
    const targets = forward.map((distance) => Math.min(last, place + distance)).filter((target) => target > place);
    // With fewer than two ways out it would be no gate.
    const isGate = type === "gate" && new Set(targets).size === 2;
    const kind = type === "gate" && !isGate ? "prompt" : type;
    const node = `N${place}@{ label: "n", type: ${kind}, retries: ${retries}${bound} }`;
    const edges = targets.map(
      (target, index) => `N${place} -->${isGate ? `|${index === 0 ? "yes" : "no"}|` : ""} N${target}`,
    );
    return [node, ...edges];
  });
  const steps = nodes.flatMap(({ type, idempotent }, place) =>
    idempotent || type === "pass" || type === "manual"
      ? []
      : [{ node: `N${place}`, settings: { idempotent: "false" } }],
  );
  return { text: `flowchart LR\n  ${lines.join("\n  ")}\n`, steps };
});

const step = fc.oneof(
  fc.nat(6).map((place) => `N${place}`),
  fc.tuple(fc.nat(6), fc.integer({ min: 1, max: 2 })).map(([place, pass]) => `N${place}::iter_${pass}`),
);
const attempt = fc.integer({ min: 0, max: 3 });

/** What an agent may call, a person may say, and a crash may do. `given` reports on what was handed out. */
const calls = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ call: fc.constant("next") } as const) },
    {
      weight: 5,
      arbitrary: fc.record({
        call: fc.constant("given"),
        how: fc.constantFrom("done", "done", "failed", "yes", "no", "perhaps"),
        pick: fc.nat(9),
      } as const),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        call: fc.constant("made-up"),
        how: fc.constantFrom("done", "failed", "yes"),
        step,
        attempt,
      } as const),
    },
    { weight: 2, arbitrary: fc.record({ call: fc.constant("person"), pick: fc.nat(9) } as const) },
    { weight: 1, arbitrary: fc.record({ call: fc.constant("restart") } as const) },
  ),
  { minLength: 5, maxLength: 50 },
);

function guideOver(store: Store): Guide {
  return createGuide({ store, workspace: "/nowhere", permissions: null, trust: null, granted: [], environment: [] });
}

function stored(store: Store): Plan {
  const found = store.loadPlan("p");
  if (found === null) throw new Error("the plan is gone");
  // Throws for states that diagram.md 5 does not know.
  return restorePlan(found.definition, found.steps, found.edges, found.checkpoints);
}

function reportOf(how: string, at: { readonly step: string; readonly attempt: number }) {
  const told = { plan: "p", ...at, output: "" };
  if (how === "done") return { ...told, type: "done" } as const;
  if (how === "failed") return { ...told, type: "failed", error: "broken", retryable: true } as const;
  return { ...told, type: "routed", label: how } as const;
}

test("whatever an agent calls, a plan stays inside the rules, and only what was handed out is done", async () => {
  await fc.assert(
    fc.asyncProperty(diagrams, calls, fc.integer({ min: 1, max: 3 }), async ({ text, steps }, made, maxParallel) => {
      const store = await openStore("memory");
      let guide = guideOver(store);
      const source = { file: "p.mmd", text };
      const started = await guide.start({
        source,
        diagram: { steps, mode: "advanced" },
        params: {},
        id: "p",
        maxParallel,
        isNew: false,
      });
      if (!started.ok) throw new Error(`${started.message}\n${text}\n${JSON.stringify(started.diagnostics)}`);
      const given: { step: string; attempt: number }[] = [];
      for (const { call, ...details } of made) {
        if (call === "next") {
          const next = await guide.next("p");
          if (next.ok && next.value.step !== null) given.push(next.value.step);
        } else if (call === "restart") {
          await guide.close();
          guide = guideOver(store);
        } else if (call === "person" && "pick" in details) {
          const open = store.openCheckpoints();
          const asked = open[details.pick % Math.max(1, open.length)];
          const choice = asked?.choices[details.pick % asked.choices.length]?.id ?? "";
          store.answer(store.loadPlan("p")?.run ?? "", asked?.id ?? "", {
            choice,
            actor: "ann",
            at: new Date(0).toISOString(),
          });
        } else if ("how" in details) {
          const at = "step" in details ? details : given[details.pick % Math.max(1, given.length)];
          if (at === undefined) continue;
          const reported = await guide.report(reportOf(details.how, { step: at.step, attempt: at.attempt }));
          const wasGiven = given.some((each) => each.step === at.step && each.attempt === at.attempt);
          if (reported.ok) expect(wasGiven, `${at.step}#${at.attempt}`).toBe(true);
          else expect(reported.message.length).toBeGreaterThan(10);
        }
        stored(store);
      }
      const { definition, steps: ended } = stored(store);
      const working = definition.nodes.filter(
        ({ index, type }) => ended[index]?.status === "done" && type !== "pass" && type !== "manual",
      );
      for (const { id, index } of working) {
        const byPerson = store
          .checkpointsOf("p")
          .some((checkpoint) => checkpoint.step === id && checkpoint.answer !== undefined);
        const wasGiven = given.some((each) => each.step === id && each.attempt === ended[index]?.attempt);
        expect(wasGiven || byPerson, id).toBe(true);
      }
      await guide.close();
    }),
    { numRuns: 300 },
  );
});
