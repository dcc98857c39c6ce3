/** One answer that an agent offers with its request; kinds it invents are kept and match nothing. */
export interface PermissionOption {
  readonly optionId: string;
  readonly name: string;
  readonly kind: string;
}

/** An agent asks before it uses a tool (agents.md 2). No word of any protocol in it. */
export interface PermissionRequest {
  readonly options: readonly PermissionOption[];
  /** The agent's session. */
  readonly session: string;
  readonly title: string;
  /** The agent's kind of tool: `read`, `edit`, `execute`, `switch_mode`, ... */
  readonly kind: string;
  /** The runtime's names of the tools this may be; none when the agent's tool is not known. */
  readonly tools: readonly string[];
  /** The agent's own of a tool that the runtime offers in its place. */
  readonly replaced?: true;
  /** It is for a tool of the runtime, whose call will come to the runtime's own gate. */
  readonly served?: true;
  readonly input: unknown;
  /** The request as it came, for the record. */
  readonly verbatim: unknown;
}

/** What the adapter knows at the moment of a request, beside the request itself (agents.md 2, rules 1 and 2). */
export interface PermissionState {
  /** The session the prompt runs in; null while none is open, when every request is foreign. */
  readonly ourSession: string | null;
  /** The turn was cancelled, or none is running. */
  readonly cancelled: boolean;
  /** The operator lets this agent change its own mode. */
  readonly modeSwitchAllowed: boolean;
}

export type PermissionOutcome =
  | { readonly outcome: "selected"; readonly optionId: string }
  | { readonly outcome: "cancelled" };

/** What a policy answers: an outcome, and for the record what made it. */
export type PermissionAnswer = PermissionOutcome & { readonly because?: string };

/** An outcome with the rule that made it, as the audit keeps it (agents.md 3). */
export interface PermissionDecision {
  readonly outcome: PermissionOutcome;
  /** Whether the chosen option lets the tool run. */
  readonly allows: boolean;
  readonly rule: string;
  /** What made the policy answer so: which of its rules, or who. */
  readonly because?: string;
  /** What was wrong with the policy itself, where it could not be followed. */
  readonly error?: string;
}

/** Where people are asked, for a policy that does; both end with the request. */
export interface DecisionAids {
  /** Aborts when nobody needs the answer any more. */
  readonly withdrawn: AbortSignal;
  /** The approvals of the run that the request belongs to. */
  readonly approvals: ApprovalQueue;
}

/** Puts requests to whoever answers the approvals of a run (agents.md 2). */
export interface ApprovalQueue {
  /** Whether a person allows it; null when the signal aborted first. */
  ask(request: PermissionRequest, signal: AbortSignal): Promise<boolean | null>;
}

/** Answers every request; required wherever an agent can be reached, with no default anywhere (agents.md 2). */
export interface PermissionPolicy {
  /** Stable name for the audit: `deny`, `allow_once`, ... */
  readonly label: string;
  /** `aids` are there wherever a run decides. */
  decide(request: PermissionRequest, aids?: DecisionAids): PermissionAnswer | Promise<PermissionAnswer>;
}
