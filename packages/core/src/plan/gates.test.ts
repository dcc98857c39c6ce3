import { describe, expect, it } from "vitest";
import { type EdgeSketch, type NodeSketch, sketchPlan } from "../testing/plan-sketch.ts";
import {
  answering,
  finishing,
  refusalOf,
  runThrough,
  send,
  starting,
  statusesOf,
  walkTime,
} from "../testing/plan-walk.ts";
import { openCheckpoints } from "./checkpoints.ts";
import { createPlan } from "./create-plan.ts";
import { type Plan, stateOf } from "./progress.ts";

const twoLabels: readonly EdgeSketch[] = [
  ["G", "B", "Ship it"],
  ["G", "C", "Hold"],
];

function gatePlan(edges: readonly EdgeSketch[], about: Partial<Exclude<NodeSketch, string>> = {}): Plan {
  const plan = createPlan(sketchPlan([{ ...about, id: "G", type: "gate" }, "B", "C", "D"], edges));
  send(plan, starting("G"));
  return plan;
}

describe("a gate is decided by a label (diagram.md 2)", () => {
  it.each(["Ship it", "ship it", "  SHIP IT\n"])("compared trimmed and case-folded: %j", (label) => {
    const plan = gatePlan(twoLabels);
    send(plan, finishing(plan, "G", { label }));
    expect(statusesOf(plan)).toEqual({ G: "done", B: "pending", C: "skipped", D: "pending" });
    expect(stateOf(plan, "G").label).toBe("Ship it");
    expect(stateOf(plan, "C").skipped).toBe("routed");
  });

  it("and is recorded as first spelled, trimmed", () => {
    const plan = gatePlan([
      ["G", "B", " Yes "],
      ["G", "C", "YES"],
      ["G", "D", "no"],
    ]);
    send(plan, finishing(plan, "G", { label: "yes" }));
    expect(stateOf(plan, "G").label).toBe("Yes");
    expect(plan.edges).toEqual(["live", "live", "dead"]);
  });

  it("and takes every edge that bears it", () => {
    const plan = gatePlan([
      ["G", "B", "yes"],
      ["G", "D", "no"],
      ["G", "C", "yes"],
    ]);
    send(plan, finishing(plan, "G", { label: "yes" }));
    expect(plan.edges).toEqual(["live", "dead", "live"]);
  });

  it("and a label that the fallback bears by name beats nothing else", () => {
    const plan = gatePlan([
      ["G", "B", "yes"],
      ["G", "C", "otherwise"],
    ]);
    send(plan, finishing(plan, "G", { label: "otherwise" }));
    expect(plan.edges).toEqual(["dead", "live"]);
  });

  it("and by its fallback, recorded by name, when no label matches", () => {
    const plan = gatePlan([
      ["G", "B", "Else"],
      ["G", "C", "no"],
    ]);
    send(plan, finishing(plan, "G", { label: "perhaps" }));
    expect(plan.edges).toEqual(["live", "dead"]);
    expect(stateOf(plan, "G").label).toBe("Else");
  });

  it("and ends the path where the label leads nowhere", () => {
    const plan = createPlan(
      sketchPlan(
        [{ id: "G", type: "gate" }, "B"],
        [
          ["G", "B", "on"],
          ["G", null, "stop"],
        ],
      ),
    );
    expect(runThrough(plan, { G: "stop" })).toEqual(["G"]);
    expect(statusesOf(plan)).toEqual({ G: "done", B: "skipped" });
  });
});

describe("a gate that no label decides asks a person", () => {
  it("when nothing matches and there is no fallback, with the labels as choices and the answer kept", () => {
    const plan = gatePlan(twoLabels);
    send(plan, finishing(plan, "G", { label: "maybe", durationMs: 7 }));
    expect(statusesOf(plan)).toEqual({ G: "waiting", B: "pending", C: "pending", D: "pending" });
    expect(stateOf(plan, "G")).toMatchObject({ output: { text: "G out" }, durationMs: 7 });
    expect(openCheckpoints(plan)).toEqual([
      {
        id: "plan::G#1:gate",
        plan: "plan",
        step: "G",
        attempt: 1,
        reason: "gate",
        message: 'the answer "maybe" is none of "Ship it", "Hold"',
        choices: [
          { id: "Ship it", label: "Ship it" },
          { id: "Hold", label: "Hold" },
        ],
        askedAt: walkTime,
      },
    ]);
  });

  it("with an answer of any length cut in the question", () => {
    const plan = gatePlan(twoLabels);
    send(plan, finishing(plan, "G", { label: "x".repeat(100_000) }));
    expect(openCheckpoints(plan)[0]?.message.length).toBeLessThan(200);
  });

  it("when the driver says that nobody else can decide", () => {
    const plan = gatePlan(twoLabels);
    send(plan, { type: "ask", step: "G", attempt: 1, at: walkTime, durationMs: 0, message: "no agent in scope" });
    expect(openCheckpoints(plan)[0]).toMatchObject({ reason: "gate", message: "no agent in scope" });
  });

  it("whose choice then decides it, and what it had come to stays its output", () => {
    const plan = gatePlan(twoLabels);
    send(plan, finishing(plan, "G", { label: "maybe" }));
    send(plan, answering("plan::G#1:gate", "hold"));
    expect(statusesOf(plan)).toEqual({ G: "done", B: "skipped", C: "pending", D: "pending" });
    expect(stateOf(plan, "G")).toMatchObject({ label: "Hold", output: { text: "G out" } });
  });

  it("and no choice but a label decides it", () => {
    const plan = gatePlan(twoLabels);
    send(plan, finishing(plan, "G", { label: "maybe" }));
    expect(refusalOf(plan, answering("plan::G#1:gate", "waive"))).toEqual({
      ok: false,
      rule: "no-such-choice",
      message: 'checkpoint "plan::G#1:gate" cannot be answered "waive", only "Ship it", "Hold"',
    });
  });
});

describe("a bounded cycle in its last pass (diagram.md 2)", () => {
  const closing: readonly EdgeSketch[] = [
    ["G", null, "again", { exhausted: true }],
    ["G", "B", "good"],
    ["G", "C", "give up"],
  ];
  const about = { origin: "G", iter: 3, maxIter: 3 };

  it("waits for a person with the other labels when the closing label is chosen", () => {
    const plan = gatePlan(closing, about);
    send(plan, finishing(plan, "G", { label: "Again" }));
    expect(openCheckpoints(plan)[0]).toMatchObject({
      id: "plan::G#1:exhausted",
      message: '"G" has used all 3 passes of its cycle',
      choices: [
        { id: "good", label: "good" },
        { id: "give up", label: "give up" },
      ],
    });
    send(plan, answering("plan::G#1:exhausted", "good"));
    expect(statusesOf(plan)).toEqual({ G: "done", B: "pending", C: "skipped", D: "pending" });
    expect(plan.edges).toEqual(["dead", "live", "dead"]);
  });

  it("never offers the closing label, also where another edge bears it, nor where a gate is asked about", () => {
    const plan = gatePlan([...closing, ["G", "D", "AGAIN"]], about);
    send(plan, finishing(plan, "G", { label: "what?" }));
    expect(openCheckpoints(plan)[0]?.choices.map(({ id }) => id)).toEqual(["good", "give up"]);
    expect(refusalOf(plan, answering("plan::G#1:gate", "again")).rule).toBe("no-such-choice");
  });

  it("waits too when the closing edge is the fallback", () => {
    const plan = gatePlan(
      [
        ["G", null, "else", { exhausted: true }],
        ["G", "B", "good"],
      ],
      about,
    );
    send(plan, finishing(plan, "G", { label: "what?" }));
    expect(openCheckpoints(plan)[0]?.reason).toBe("exhausted");
  });

  it("goes on by itself when another label is chosen", () => {
    const plan = gatePlan(closing, about);
    send(plan, finishing(plan, "G", { label: "good" }));
    expect(stateOf(plan, "G").status).toBe("done");
  });

  it("is blocked when every label would close a cycle, since a person would have nothing to choose", () => {
    const plan = gatePlan(
      [
        ["G", null, "inner", { exhausted: true }],
        ["G", null, "outer", { exhausted: true }],
      ],
      about,
    );
    send(plan, finishing(plan, "G", { label: "inner" }));
    expect(stateOf(plan, "G")).toMatchObject({
      status: "blocked",
      error: '"G" has used all 3 passes of its cycle, and no label is left to choose',
    });
  });
});

describe("labels and gates belong together", () => {
  it("a gate is not done without a label", () => {
    const plan = gatePlan(twoLabels);
    expect(refusalOf(plan, finishing(plan, "G"))).toEqual({
      ok: false,
      rule: "gate-needs-label",
      message: 'gate "G" is done when a label is decided: "Ship it", "Hold"',
    });
  });

  it("nothing else is done with one, and a labelled edge out of it is taken like any other", () => {
    const plan = createPlan(sketchPlan(["A", "B"], [["A", "B", "next"]]));
    send(plan, starting("A"));
    expect(refusalOf(plan, finishing(plan, "A", { label: "next" })).rule).toBe("label-without-gate");
    send(plan, finishing(plan, "A"));
    expect(plan.edges).toEqual(["live"]);
  });

  it("a blocked gate can be retried and cancelled, and not waived: nothing would say which branch to take", () => {
    const plan = gatePlan(twoLabels);
    send(plan, { type: "fail", step: "G", attempt: 1, at: walkTime, durationMs: 0, error: "exit 2", retryable: true });
    expect(openCheckpoints(plan)[0]?.choices.map(({ id }) => id)).toEqual(["retry", "cancel", "abort"]);
    send(plan, answering("plan::G#1:blocked", "cancel"));
    expect(statusesOf(plan)).toEqual({ G: "skipped", B: "skipped", C: "skipped", D: "pending" });
  });
});
