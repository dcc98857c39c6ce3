import type {
  PermissionDecision,
  PermissionOption,
  PermissionOutcome,
  PermissionRequest,
  PermissionState,
} from "@agent-markup/core";
import { anything, flag, given, listOf, nullOr, objectOf, oneOf, type Reader, text } from "../read-value.ts";

const option: Reader<PermissionOption> = objectOf(["optionId", "name", "kind"], (fields) => ({
  optionId: fields.required("optionId", text),
  name: fields.required("name", text),
  kind: fields.required("kind", text),
}));

const request: Reader<PermissionRequest> = objectOf(
  ["options", "session", "title", "kind", "tools", "replaced", "served", "input", "verbatim"],
  (fields) => ({
    options: fields.required("options", listOf(option)),
    session: fields.required("session", text),
    title: fields.required("title", text),
    kind: fields.required("kind", text),
    tools: fields.required("tools", listOf(text)),
    ...(fields.optional("replaced", flag) === true ? { replaced: true } : {}),
    ...(fields.optional("served", flag) === true ? { served: true } : {}),
    input: fields.optional("input", anything),
    verbatim: fields.optional("verbatim", anything),
  }),
);

const state: Reader<PermissionState> = objectOf(["ourSession", "cancelled", "modeSwitchAllowed"], (fields) => ({
  ourSession: fields.required("ourSession", nullOr(text)),
  cancelled: fields.required("cancelled", flag),
  modeSwitchAllowed: fields.required("modeSwitchAllowed", flag),
}));

const outcomeOfRequest: Reader<PermissionOutcome> = objectOf(["outcome", "optionId"], (fields) =>
  fields.required("outcome", oneOf("selected", "cancelled")) === "cancelled"
    ? { outcome: "cancelled" }
    : { outcome: "selected", optionId: fields.required("optionId", text) },
);

const decision: Reader<PermissionDecision> = objectOf(["outcome", "allows", "rule", "because", "error"], (fields) => ({
  outcome: fields.required("outcome", outcomeOfRequest),
  allows: fields.required("allows", flag),
  rule: fields.required("rule", text),
  ...given("because", fields.optional("because", text)),
  ...given("error", fields.optional("error", text)),
}));

/** One permission request of a recorded turn, with what was decided then. */
export const recordedPermission = objectOf(["request", "state", "decision"], (fields) => ({
  request: fields.required("request", request),
  state: fields.required("state", state),
  decision: fields.required("decision", decision),
}));
