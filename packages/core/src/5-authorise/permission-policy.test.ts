import { describe, expect, it } from "vitest";
import type { PermissionOption, PermissionRequest } from "./permission.ts";
import { type BasePolicy, createPermissionPolicy } from "./permission-policy.ts";

const allowOnce: PermissionOption = { optionId: "yes", name: "Yes", kind: "allow_once" };
const allowAlways: PermissionOption = { optionId: "yes-always", name: "Yes, always", kind: "allow_always" };
const rejectOnce: PermissionOption = { optionId: "no", name: "No", kind: "reject_once" };
const rejectAlways: PermissionOption = { optionId: "never", name: "No, never", kind: "reject_always" };

function requestOffering(options: readonly PermissionOption[]): PermissionRequest {
  return { options, session: "s", title: "t", kind: "execute", tools: ["bash"], input: {}, verbatim: {} };
}

function answer(policy: BasePolicy, options: readonly PermissionOption[]): unknown {
  return createPermissionPolicy(policy).decide(requestOffering(options));
}

const selected = (optionId: string) => ({ outcome: "selected", optionId });
const cancelled = { outcome: "cancelled" };

describe("deny", () => {
  it.each([
    ["rejects once when every kind is on offer", [allowOnce, allowAlways, rejectOnce, rejectAlways], selected("no")],
    ["prefers reject_once to a reject_always listed before it", [rejectAlways, allowOnce, rejectOnce], selected("no")],
    ["falls back to reject_always", [allowOnce, rejectAlways], selected("never")],
    ["cancels when only approvals are on offer", [allowOnce, allowAlways], cancelled],
    ["answers an empty list", [], cancelled],
    ["picks nothing of a kind it does not know", [{ optionId: "x", name: "No!", kind: "reject" }], cancelled],
    ["takes the first of two of one kind", [rejectOnce, { ...rejectOnce, optionId: "second" }], selected("no")],
  ])("%s", (_, options, expected) => {
    expect(answer("deny", options)).toEqual(expected);
  });
});

describe("allow_once", () => {
  it.each([
    ["allows once when every kind is on offer", [allowAlways, rejectOnce, allowOnce, rejectAlways], selected("yes")],
    ["never widens to allow_always", [allowAlways], cancelled],
    ["never falls back to a reject", [allowAlways, rejectOnce, rejectAlways], cancelled],
    ["answers an empty list", [], cancelled],
    ["takes the first of two of one kind", [allowOnce, { ...allowOnce, optionId: "second" }], selected("yes")],
  ])("%s", (_, options, expected) => {
    expect(answer("allow_once", options)).toEqual(expected);
  });
});

describe("createPermissionPolicy", () => {
  it("labels each policy with the name it has in the audit", () => {
    expect(createPermissionPolicy("deny").label).toBe("deny");
    expect(createPermissionPolicy("allow_once").label).toBe("allow_once");
  });

  it("refuses a name it does not know, at once", () => {
    // @ts-expect-error only the two base policies exist
    expect(() => createPermissionPolicy("allow_always")).toThrow('unknown permission policy "allow_always"');
    // @ts-expect-error a name that every object has is no policy either
    expect(() => createPermissionPolicy("toString")).toThrow("unknown permission policy");
  });

  it("has no default", () => {
    // @ts-expect-error a policy that nobody chose does not compile
    expect(() => createPermissionPolicy()).toThrow("unknown permission policy");
  });
});
