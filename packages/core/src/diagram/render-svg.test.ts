import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EdgeState, StepState } from "../plan/plan.ts";
import { planIn } from "../testing/diagram-reading.ts";
import { type EdgeSketch, sketchPlan } from "../testing/plan-sketch.ts";
import { elementsIn, readXml, type XmlElement } from "../testing/xml-reading.ts";
import { isDrawable, largestPicture, renderSvg } from "./render-svg.ts";

const step = (status: StepState["status"], more: Partial<StepState> = {}): StepState => ({
  status,
  attempt: status === "pending" || status === "skipped" ? 0 : 1,
  failures: 0,
  ...more,
});

/** The groups of a class, each with the lines written in it. */
function written(svg: string, name: string): readonly (readonly string[])[] {
  return elementsIn(readXml(svg))
    .filter(({ attributes }) => (attributes.class ?? "").split(" ").includes(name))
    .map(textsOf)
    .filter((texts) => texts.length > 0);
}

function textsOf(element: XmlElement): readonly string[] {
  return elementsIn(element)
    .filter(({ name }) => name === "text")
    .map(({ text }) => text);
}

describe("a plan", () => {
  it("shows its steps with what they are, the labels of its edges, its groups and its title", async () => {
    const plan = planIn(
      '---\ntitle: Ship it\n---\nflowchart LR\nsubgraph Checks\nA["Unit tests<br/>and lint"] --> G{ok?}\nend\nG -->|yes| B\nG -->|no| C',
    );
    const svg = await renderSvg(plan);
    expect(written(svg, "planned")).toEqual([
      ["Unit tests", "and lint", "prompt"],
      ["ok?", "gate"],
      ["B", "prompt"],
      ["C", "prompt"],
    ]);
    expect(written(svg, "edge").flat()).toEqual(["yes", "no"]);
    expect(written(svg, "group").flat()).toEqual(["Checks"]);
    expect(written(svg, "heading")).toEqual([["Ship it"]]);
  });

  it("is told to those who do not see it", async () => {
    const svg = await renderSvg(planIn("flowchart LR\nA[Fetch] --> B[Load]", { id: "p1" }), undefined, "a.mmd");
    const root = readXml(svg);
    expect(root.attributes).toMatchObject({ role: "img", "aria-labelledby": "p1-title p1-desc" });
    const [title, description] = root.children;
    expect([title?.name, title?.attributes.id, title?.text]).toEqual(["title", "p1-title", "a.mmd"]);
    expect([description?.attributes.id, description?.text]).toEqual([
      "p1-desc",
      "2 steps. Fetch: prompt. Load: prompt.",
    ]);
  });

  it("has light and dark colours, and nothing that runs or is fetched", async () => {
    const svg = await renderSvg(planIn("flowchart LR\nA --> B"));
    expect(svg).toContain("@media (prefers-color-scheme:dark)");
    expect(svg.replace('xmlns="http://www.w3.org/2000/svg"', "")).not.toMatch(
      /script|href|url\(|@import|https?:|\son\w+=/i,
    );
  });

  it("draws where the labels lead that lead to no step", async () => {
    const plan = planIn("stateDiagram-v2\nA : x|max_iter=1\nA --> A : again\nA --> [*] : done");
    const svg = await renderSvg(plan);
    expect(written(svg, "planned").flat()).toEqual(["x (1 of 1)", "gate", "ask a person", "end"]);
    expect(written(svg, "edge").flat()).toEqual(["again", "done"]);
  });
});

describe("a run", () => {
  const plan = planIn("flowchart TB\nG{ok?} -->|yes| B\nG -->|no| C\nB --> D --> E --> F");
  const steps = [
    step("done", { label: "yes", durationMs: 1200 }),
    step("blocked", { attempt: 3, error: "exit status 3" }),
    step("skipped", { skipped: "routed" }),
    step("waiting"),
    step("in_progress"),
    step("pending"),
  ];
  const edges: readonly EdgeState[] = ["live", "dead", "open", "open", "open"];

  it.each([
    ["done", ["ok?", "✓ done: yes, 1.2 s"]],
    ["blocked", ["B", "✗ blocked, attempt 3"]],
    ["skipped", ["C", "- skipped, not taken"]],
    ["waiting", ["D", "? waiting"]],
    ["in_progress", ["E", "▸ in progress"]],
    ["pending", ["F", "· pending"]],
  ])("a step that is %s says so in words, with a mark and in its own colours", async (status, texts) => {
    expect(written(await renderSvg(plan, { steps, edges }), status)).toEqual([texts]);
  });

  it("tells which label was chosen and which edges are dead", async () => {
    const svg = await renderSvg(plan, { steps, edges });
    expect(written(svg, "chosen").flat()).toEqual(["✓ yes"]);
    expect(written(svg, "dead").flat()).toEqual(["no"]);
    expect(svg).toMatch(/\.edge\.dead path\{[^}]*stroke-dasharray/);
  });

  it("tells why a step is blocked to a pointer that rests on it", async () => {
    const titles = elementsIn(readXml(await renderSvg(plan, { steps, edges }))).filter(({ name }) => name === "title");
    expect(titles.map(({ text }) => text)).toContain("B: B\n✗ blocked, attempt 3\nexit status 3");
  });
});

describe("whatever a document says", () => {
  it.each([
    ["</text><script>", "</text><script>"],
    ["a & b", "a & b"],
    ["a &amp; b", "a & b"],
    ["&lt;b&gt;", "<b>"],
    ["\"quoted' text", "\"quoted' text"],
    ["NUL \u0000 here", "NUL \\x00 here"],
    ["\u001b[31mred", "\\x1b[31mred"],
    ["\u202etxet", "\\x202etxet"],
    ["\ud800 alone", "\ufffd alone"],
    ["not \uffff a character", "not \ufffd a character"],
    ["]]>", "]]>"],
    ["<!-- c -->", "<!-- c -->"],
    ["<b>bold</b> and **strong**", "bold and strong"],
  ])("%j is written as text", async (label, shown) => {
    const plan = sketchPlan([{ id: "A", label }, "B"], [["A", "B", label]]);
    const svg = await renderSvg(plan, undefined, label);
    const root = readXml(svg);
    expect(root.children[0]?.text).toBe(shown);
    expect(textsOf(root).filter((text) => text === shown)).toHaveLength(3);
    expect(elementsIn(root).map(({ name }) => name)).not.toContain("script");
  });

  it("the id of a plan stays an id", async () => {
    const svg = await renderSvg(sketchPlan(["A"], [], 'p"><script> x'));
    expect(readXml(svg).attributes["aria-labelledby"]).toBe("p---script--x-title p---script--x-desc");
  });

  it("the picture is well-formed", async () => {
    const text = fc.string({ unit: "binary", maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(
        text,
        text,
        text,
        fc.constantFrom("square", "diamond", "cylinder", "cloud"),
        async (label, other, error, shape) => {
          const plan = sketchPlan(
            [{ id: label, label: other, shape, group: error }, "plain"],
            [[label, "plain", other]],
          );
          const progress = { steps: [step("blocked", { error }), step("pending")], edges: ["open" as const] };
          expect(readXml(await renderSvg(plan, progress, error)).name).toBe("svg");
          expect(readXml(await renderSvg(plan)).name).toBe("svg");
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe("placing", () => {
  const arrows = fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { maxLength: 20 });

  it("no step lies on another or outside the picture, in any direction", async () => {
    await fc.assert(
      fc.asyncProperty(arrows, fc.constantFrom("TB", "BT", "LR", "RL"), async (pairs, direction) => {
        const ids = Array.from({ length: 10 }, (_, index) => `n${index}`);
        const edges = pairs
          .filter(([from, to]) => from < to)
          .map(([from, to]): EdgeSketch => [`n${from}`, `n${to}`, "go"]);
        const plan = { ...sketchPlan(ids, edges), diagram: `flowchart ${direction}\n${ids.join("\n")}\n` };
        const root = readXml(await renderSvg(plan));
        const [width = 0, height = 0] = [root.attributes.width, root.attributes.height].map(Number);
        const boxes = elementsIn(root)
          .filter(({ attributes }) => attributes.class === "shape")
          .map(({ attributes: { x, y, width: wide, height: high } }) => [x, y, wide, high].map(Number));
        expect(boxes).toHaveLength(10);
        for (const [index, [x = 0, y = 0, wide = 0, high = 0]] of boxes.entries()) {
          expect(x >= 0 && y >= 0 && x + wide <= width && y + high <= height).toBe(true);
          for (const [left = 0, top = 0, w = 0, h = 0] of boxes.slice(index + 1))
            expect(x + wide <= left || left + w <= x || y + high <= top || top + h <= y).toBe(true);
        }
      }),
      { numRuns: 40 },
    );
  });

  it("a chain goes the way the diagram says", async () => {
    const firstOf = async (direction: string) => {
      const svg = await renderSvg(planIn(`flowchart ${direction}\nA --> B --> C`));
      const places = elementsIn(readXml(svg)).filter(({ attributes }) => attributes.class === "shape");
      return places.map(({ attributes: { x, y } }) => [Number(x), Number(y)]);
    };
    const [right, down] = [await firstOf("LR"), await firstOf("TD")];
    const [left, up] = [await firstOf("RL"), await firstOf("BT")];
    const along = (places: readonly (readonly number[])[], axis: number) => places.map((place) => place[axis] ?? 0);
    const isRising = (values: readonly number[]) =>
      values.every((value, index) => index === 0 || value > (values[index - 1] ?? 0));
    expect([along(right, 0), along(down, 1), along(left, 0).reverse(), along(up, 1).reverse()].map(isRising)).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });

  it("a plan as large as is drawn is drawn, in one row and side by side", async () => {
    const ids = Array.from({ length: largestPicture.steps }, (_, index) => `n${index}`);
    const chain = ids.slice(1).map((id, index): EdgeSketch => [`n${index}`, id]);
    const fan = ids.slice(1).map((id): EdgeSketch => ["n0", id]);
    for (const edges of [chain, fan]) {
      const plan = sketchPlan(ids, edges);
      expect(isDrawable(plan)).toBe(true);
      expect((await renderSvg(plan)).match(/class="shape"/g)).toHaveLength(largestPicture.steps);
    }
  });

  it("a larger plan is not drawn", async () => {
    const plan = sketchPlan(
      Array.from({ length: largestPicture.steps + 1 }, (_, index) => `n${index}`),
      [],
    );
    expect(isDrawable(plan)).toBe(false);
    await expect(renderSvg(plan)).rejects.toThrow(RangeError);
  });
});
