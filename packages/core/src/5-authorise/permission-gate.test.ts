import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PermissionOption, PermissionOutcome, PermissionPolicy, PermissionRequest } from "./permission.ts";
import { decidePermission, type PermissionQuestion } from "./permission-gate.ts";
import { createPermissionPolicy } from "./permission-policy.ts";
import type { ToolSet } from "./tool-set.ts";

const options: readonly PermissionOption[] = [
  { optionId: "always", name: "Always", kind: "allow_always" },
  { optionId: "once", name: "Once", kind: "allow_once" },
  { optionId: "no", name: "No", kind: "reject_once" },
];
const request: PermissionRequest = {
  options,
  session: "ours",
  title: "echo hello",
  kind: "execute",
  tools: ["bash"],
  input: { command: "echo hello" },
  verbatim: {},
};
const everything: ToolSet = { allowed: null, denied: new Set() };
const question: PermissionQuestion = {
  request,
  policy: createPermissionPolicy("allow_once"),
  tools: everything,
  ourSession: "ours",
  cancelled: false,
  modeSwitchAllowed: false,
};

const only = (...allowed: string[]): ToolSet => ({ allowed: new Set(allowed), denied: new Set() });
const without = (...denied: string[]): ToolSet => ({ allowed: null, denied: new Set(denied) });
const asking = (changes: Partial<PermissionRequest>) => ({ request: { ...request, ...changes } });
const policyThat = (decide: PermissionPolicy["decide"]) => ({ policy: { label: "own", decide } });

const allowed = { outcome: { outcome: "selected", optionId: "once" }, allows: true };
const rejected = { outcome: { outcome: "selected", optionId: "no" }, allows: false };
const cancelled = { outcome: { outcome: "cancelled" }, allows: false };

async function cases(rows: readonly [string, Partial<PermissionQuestion>, object][]): Promise<void> {
  for (const [name, changes, expected] of rows) {
    expect(await decidePermission({ ...question, ...changes }), name).toEqual(expected);
  }
}

describe("decidePermission", () => {
  it("follows the base policy when no rule above it refuses", () =>
    cases([
      ["allow_once allows", {}, { ...allowed, rule: "policy" }],
      ["deny rejects", { policy: createPermissionPolicy("deny") }, { ...rejected, rule: "policy" }],
      ["nothing to pick", asking({ options: [] }), { ...cancelled, rule: "policy" }],
      [
        "a policy that takes its time",
        policyThat(async () => ({ outcome: "selected", optionId: "once" })),
        { ...allowed, rule: "policy" },
      ],
    ]));

  it("cancels what is not of our session, or comes after a cancel", () =>
    cases([
      ["another session", asking({ session: "a child" }), { ...cancelled, rule: "foreign_session" }],
      ["no session yet", { ourSession: null }, { ...cancelled, rule: "foreign_session" }],
      ["after a cancel", { cancelled: true }, { ...cancelled, rule: "after_cancel" }],
      ["both", { cancelled: true, ourSession: "other" }, { ...cancelled, rule: "foreign_session" }],
      [
        "even a mode switch",
        { cancelled: true, ...asking({ kind: "switch_mode" }) },
        { ...cancelled, rule: "after_cancel" },
      ],
    ]));

  it("refuses a mode switch unless the operator opted in", () =>
    cases([
      ["not opted in", asking({ kind: "switch_mode" }), { ...rejected, rule: "mode_switch" }],
      ["opted in", { modeSwitchAllowed: true, ...asking({ kind: "switch_mode" }) }, { ...allowed, rule: "policy" }],
      [
        "opted in, but under a constraint it maps to no tool of",
        { modeSwitchAllowed: true, tools: without("bash"), ...asking({ kind: "switch_mode", tools: [] }) },
        { ...rejected, rule: "tool_constraint" },
      ],
    ]));

  it("lets an agent say what its step came to, whatever the constraint and the policy", () => {
    const saying = asking({ tools: ["mcp/aml-tools/step_result"] });
    const always = { optionId: "always", name: "Always", kind: "allow_always" };
    return cases([
      ["deny", { policy: createPermissionPolicy("deny"), ...saying }, { ...allowed, rule: "step_result" }],
      ["outside the constraint", { tools: only("view"), ...saying }, { ...allowed, rule: "step_result" }],
      ["its server denied", { tools: without("mcp/aml-tools/*"), ...saying }, { ...allowed, rule: "step_result" }],
      [
        "never for longer than once",
        asking({ tools: ["mcp/aml-tools/step_result"], options: [always] }),
        { ...cancelled, rule: "step_result" },
      ],
      ["of another session", { ourSession: "other", ...saying }, { ...cancelled, rule: "foreign_session" }],
      ["after a cancel", { cancelled: true, ...saying }, { ...cancelled, rule: "after_cancel" }],
      [
        "but no call that may be another tool as well",
        { tools: only("view"), ...asking({ tools: ["mcp/aml-tools/step_result", "bash"] }) },
        { ...rejected, rule: "tool_constraint" },
      ],
      [
        "nor a tool of that name from elsewhere",
        { policy: createPermissionPolicy("deny"), ...asking({ tools: ["step_result"] }) },
        { ...rejected, rule: "policy" },
      ],
    ]);
  });

  it("refuses the agent's own of a tool that the runtime offers in its place", () =>
    cases([
      ["allowed by the constraint and the policy", asking({ replaced: true }), { ...rejected, rule: "replaced_tool" }],
    ]));

  it("refuses a tool outside the effective constraint, whatever the policy", () =>
    cases([
      ["not in the allow list", { tools: only("view") }, { ...rejected, rule: "tool_constraint" }],
      ["denied", { tools: without("bash") }, { ...rejected, rule: "tool_constraint" }],
      [
        "allowed and denied",
        { tools: { allowed: new Set(["bash"]), denied: new Set(["bash"]) } },
        { ...rejected, rule: "tool_constraint" },
      ],
      ["no tool at all", { tools: only() }, { ...rejected, rule: "tool_constraint" }],
      ["in the allow list", { tools: only("bash") }, { ...allowed, rule: "policy" }],
      ["no known tool, unconstrained", asking({ tools: [] }), { ...allowed, rule: "policy" }],
      [
        "no known tool, something allowed",
        { tools: only("bash"), ...asking({ tools: [] }) },
        { ...rejected, rule: "tool_constraint" },
      ],
      [
        "no known tool, something denied",
        { tools: without("sql"), ...asking({ tools: [] }) },
        { ...rejected, rule: "tool_constraint" },
      ],
      [
        "several, one of them outside",
        { tools: only("edit"), ...asking({ tools: ["edit", "write"] }) },
        { ...rejected, rule: "tool_constraint" },
      ],
      [
        "several, all inside",
        { tools: only("edit", "write"), ...asking({ tools: ["edit", "write"] }) },
        { ...allowed, rule: "policy" },
      ],
      [
        "a server's wildcard",
        { tools: only("mcp/git/*"), ...asking({ tools: ["mcp/git/log"] }) },
        { ...allowed, rule: "policy" },
      ],
      [
        "another server",
        { tools: only("mcp/git/*"), ...asking({ tools: ["mcp/github/log"] }) },
        { ...rejected, rule: "tool_constraint" },
      ],
      [
        "a denied server",
        { tools: without("mcp/git/*"), ...asking({ tools: ["mcp/git/log"] }) },
        { ...rejected, rule: "tool_constraint" },
      ],
      [
        "nothing to reject with",
        { tools: only(), ...asking({ options: options.slice(0, 2) }) },
        { ...cancelled, rule: "tool_constraint" },
      ],
    ]));

  it("refuses, and says why, when the policy itself cannot be followed", () =>
    cases([
      [
        "it chose what was not offered",
        policyThat(() => ({ outcome: "selected", optionId: "yes" })),
        { ...rejected, rule: "policy_fault", error: "the permission policy chose an option that was not offered" },
      ],
      [
        "it chose allow_always",
        policyThat(() => ({ outcome: "selected", optionId: "always" })),
        { ...rejected, rule: "policy_fault", error: "the permission policy chose an option of kind allow_always" },
      ],
      [
        "it threw",
        policyThat(() => {
          throw new RangeError("no such rule");
        }),
        { ...rejected, rule: "policy_fault", error: "the permission policy failed: RangeError: no such rule" },
      ],
      [
        "it rejected",
        policyThat(() => Promise.reject(new Error("nobody there"))),
        { ...rejected, rule: "policy_fault", error: "the permission policy failed: Error: nobody there" },
      ],
    ]));

  it("selects no id that stands for two kinds, since the agent may read the other one", () => {
    const twoFaced: readonly PermissionOption[] = [
      { optionId: "x", name: "No", kind: "reject_once" },
      { optionId: "x", name: "Yes", kind: "allow_always" },
      { optionId: "never", name: "Never", kind: "reject_always" },
    ];
    return cases([
      [
        "refusing takes the next",
        { tools: only(), ...asking({ options: twoFaced }) },
        { outcome: { outcome: "selected", optionId: "never" }, allows: false, rule: "tool_constraint" },
      ],
      [
        "deny takes the next",
        { policy: createPermissionPolicy("deny"), ...asking({ options: twoFaced }) },
        { outcome: { outcome: "selected", optionId: "never" }, allows: false, rule: "policy" },
      ],
    ]);
  });
});

describe("for any option list and any state", () => {
  const kind = fc.constantFrom("allow_once", "allow_always", "reject_once", "reject_always", "", "allow", "toString");
  const option = fc.record({ optionId: fc.constantFrom("a", "b", "c", ""), name: fc.string(), kind });
  const tool = fc.constantFrom("bash", "edit", "view", "mcp/s/t");
  const toolSet = fc.record({
    allowed: fc.option(fc.array(tool).map((names) => new Set(names))),
    denied: fc.array(tool).map((names) => new Set(names)),
  });
  const freePolicy = fc
    .record({ optionId: fc.constantFrom("a", "b", "c", "", "d"), cancels: fc.boolean(), throws: fc.boolean() })
    .map(({ optionId, cancels, throws }) => ({
      label: "free",
      decide(): PermissionOutcome {
        if (throws) throw new Error("no");
        return cancels ? { outcome: "cancelled" } : { outcome: "selected", optionId };
      },
    }));
  const anyQuestion = fc.record({
    request: fc.record({
      options: fc.array(option, { maxLength: 6 }),
      session: fc.constantFrom("ours", "other"),
      title: fc.string(),
      kind: fc.constantFrom("execute", "switch_mode", "edit"),
      tools: fc.array(tool, { maxLength: 3 }),
      input: fc.anything(),
      verbatim: fc.anything(),
    }),
    policy: fc.oneof(fc.constantFrom(createPermissionPolicy("deny"), createPermissionPolicy("allow_once")), freePolicy),
    tools: toolSet,
    ourSession: fc.constantFrom("ours", null),
    cancelled: fc.boolean(),
    modeSwitchAllowed: fc.boolean(),
  });

  it("there is an answer, it was offered, it is never allow_always, and it says truly whether it allows", () =>
    fc.assert(
      fc.asyncProperty(anyQuestion, async (asked) => {
        const { outcome, allows, rule } = await decidePermission(asked);
        expect(rule).not.toBe("");
        const kinds =
          outcome.outcome === "cancelled"
            ? []
            : asked.request.options
                .filter(({ optionId }) => optionId === outcome.optionId)
                .map((chosen) => chosen.kind);
        if (outcome.outcome === "selected") expect(kinds).not.toEqual([]);
        expect(kinds).not.toContain("allow_always");
        expect(kinds.every((chosen) => (chosen === "allow_once") === allows)).toBe(true);
        if (outcome.outcome === "cancelled") expect(allows).toBe(false);
      }),
    ));

  it("a rule above the base policy only ever turns an allowed request into a refused one", () =>
    fc.assert(
      fc.asyncProperty(anyQuestion, async (asked) => {
        const unruled = {
          ...asked,
          ourSession: asked.request.session,
          cancelled: false,
          modeSwitchAllowed: true,
          tools: everything,
        };
        const ruled = await decidePermission(asked);
        if (ruled.allows) expect(await decidePermission(unruled)).toEqual(ruled);
      }),
    ));
});
