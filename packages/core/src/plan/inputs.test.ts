import { describe, expect, it } from "vitest";
import { sketchLoop, sketchPlan } from "../testing/plan-sketch.ts";
import { answering, failing, finishing, runThrough, send, starting } from "../testing/plan-walk.ts";
import { createPlan } from "./create-plan.ts";
import { inputsOf, outputOf } from "./inputs.ts";

describe("what a step is told (diagram.md 3)", () => {
  it("is its live direct predecessors, each once, in diagram order", () => {
    const plan = createPlan(
      sketchPlan(
        ["A", { id: "G", type: "gate" }, "B", "C", "Z"],
        [
          ["A", "G"],
          ["G", "B", "yes"],
          ["G", "C", "no"],
          ["C", "Z"],
          ["B", "Z"],
          ["B", "Z"],
          ["A", "Z"],
        ],
      ),
    );
    runThrough(plan, { G: "yes" });
    expect(inputsOf(plan, "Z")).toEqual(["A", "B"]);
    expect(inputsOf(plan, "A")).toEqual([]);
  });

  it("leaves out a gate that chose another way, where another edge leads here too", () => {
    const plan = createPlan(
      sketchPlan(
        [{ id: "G", type: "gate" }, "A", "B", "Z"],
        [
          ["G", "Z", "yes"],
          ["G", "B", "no"],
          ["A", "Z"],
        ],
      ),
    );
    send(plan, starting("G"));
    send(plan, finishing(plan, "G", { label: "no" }));
    send(plan, starting("A"));
    send(plan, finishing(plan, "A"));
    expect(inputsOf(plan, "Z")).toEqual(["A"]);
    expect(inputsOf(plan, "B")).toEqual(["G"]);
  });

  it("leaves out a predecessor that was waived: it came to nothing", () => {
    const plan = createPlan(sketchPlan(["A", "Z"], [["A", "Z"]]));
    send(plan, starting("A"));
    send(plan, failing(plan, "A"));
    send(plan, answering("plan::A#1:blocked", "waive"));
    expect(inputsOf(plan, "Z")).toEqual([]);
  });

  it("is the pass that ended a loop, where the passes behind it were skipped", () => {
    const loop = sketchLoop("L", 3);
    const plan = createPlan(sketchPlan([...loop.nodes, "Z"], [...loop.edges, [loop.last, "Z"]]));
    send(plan, starting("L::iter_1"));
    send(plan, finishing(plan, "L::iter_1"));
    send(plan, starting("L::iter_2"));
    send(plan, finishing(plan, "L::iter_2", { exitLoop: true }));
    expect(inputsOf(plan, "Z")).toEqual(["L::iter_2"]);
    expect(outputOf(plan, "L")).toEqual({ text: "L::iter_2 out" });
    expect(outputOf(plan, "L::iter_1")).toEqual({ text: "L::iter_1 out" });
    expect(outputOf(plan, "L::iter_3")).toBeNull();
  });
});

describe("what {steps.ID.output} names (diagram.md 3, values)", () => {
  const loop = sketchLoop("L", 2);
  const plan = createPlan(sketchPlan(["A", ...loop.nodes], loop.edges));

  it("nothing, for an id that the diagram does not have", () => {
    expect(outputOf(plan, "X")).toBeUndefined();
  });

  it.each(["A", "L", "L::iter_1"])("no output yet, for %s before it is done", (id) => {
    expect(outputOf(plan, id)).toBeNull();
  });

  it("no output of a blocked step, though it came to something", () => {
    const failed = createPlan(sketchPlan(["A"], []));
    send(failed, starting("A"));
    send(failed, failing(failed, "A", { output: { text: "half" } }));
    expect(outputOf(failed, "A")).toBeNull();
  });
});
