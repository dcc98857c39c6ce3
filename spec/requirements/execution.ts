/** Order, scope, results and failure (the AML language, sections 7.1 and 7.2). */
export const execution = {
  section: "7.1, 7.2",
  rules: {
    "execution.bottom-up": "Children run before their parent, whose scope has each result in the place of its tag.",
    "execution.literal": "A result is literal text: it is never parsed again.",
    "execution.sequential": "Under `sequential` each child is given what ran before it.",
    "execution.wrapper": "Under `wrapper` no child runs by itself, and the scope holds their source text.",
    "execution.wrapper-refuses": "A wrapper may refuse a child, which is recorded as skipped.",
    "execution.wrapper-narrows": "A wrapper may run a child under a narrower constraint.",
    "execution.side-by-side": "Independent children may run side by side, and the output is the same.",
    "execution.resolved-first": "Nothing runs where one skill does not resolve.",
    "execution.retries": "A failure is retried up to `retries` times, with the same inputs, children not again.",
    "execution.not-retried": "A skipped result is not retried.",
    "execution.timeout": "A timeout fails the attempt, tells the handler, and is retried.",
    "execution.attempts-told": "The error of a node that failed for good names every attempt's message.",
    "execution.partial": "A failed child that is `partial` leaves a marker and makes its parent partial.",
    "execution.skip": "A failed child that is skipped becomes the empty string.",
    "execution.halt": "A failed child that halts stops the run, and no ancestor runs.",
    "execution.depth": "Skills nested deeper than the limit fail.",
    "execution.budget": "A run-wide budget stops the run, which can be resumed.",
    "execution.resume": "A resumed run does not run again what completed.",
    "execution.edited": "A run whose document was edited is not resumed.",
  },
} as const;

/** What runs an implementation (the AML language, section 7.3). */
export const mechanisms = {
  section: "7.3",
  rules: {
    "mechanism.handler": "A handler of the host comes before everything else that could run an implementation.",
    "mechanism.tool":
      '`run="tool"` runs the one block of the definition as written, with the scope on its standard input.',
    "mechanism.no-agent": "A prompt without an agent to send it to is an error, never passed over.",
    "mechanism.one-gate": "Every call of a tool stands behind the constraint, the policy and the record.",
    "prompt.data": "Results and params stand in data blocks of a prompt only.",
    "prompt.returns":
      "A reply that does not hold what `<returns>` declares is told what is wrong, and asked for again.",
    "params.defaults": "Params that are not given are filled in from their defaults.",
    "params.front-matter": "Params that a document declares are checked, defaulted and recorded.",
  },
} as const;

/** Agents and sessions (the AML language, section 7.4). */
export const agentsAndSessions = {
  section: "7.4",
  rules: {
    "agent.prompt": "Own text in an `<agent>` makes its body a prompt; without it the children's results flow up.",
    "agent.background": "A background agent leaves nothing in the text, and the run waits for it.",
    "agent.background-failed": "A background agent that fails fails the run.",
    "session.default-agent":
      "Text of a `<session>` outside every agent is a prompt to the default agent, where there is one.",
    "session.continued":
      'A second `<session>` of one name continues the first; `isolated="false"` shares the parent\'s.',
  },
} as const;

/** Policy, trust, capabilities, and the record (the AML language, sections 7.5 and 7.6). */
export const policies = {
  section: "7.5, 7.6",
  rules: {
    "policy.required": "A run that reaches an agent needs a permission policy, which has no default.",
    "policy.deny": "Under `deny` nothing that writes or executes runs, whoever asks.",
    "policy.capabilities": "What no list grants to a document that is not trusted is denied before anything runs.",
    "policy.confirm": "A capability under `confirm` pauses its element for a person.",
    "policy.trusted": "A trusted run skips the check of capabilities.",
    "policy.untrusted": "An untrusted document is checked and never run.",
    "trace.node": "The trace tells of each node where it stands, what ran it and from which text.",
  },
} as const;
