/** The forms of a skill (the AML language, section 4). */
export const skillForms = {
  section: "4",
  rules: {
    "skill.form.invocation":
      "A skill with `interface`, `impl` or `name`, and without `define` and `ref`, is an invocation.",
    "skill.form.interface": '`define="interface"` makes a skill an interface definition.',
    "skill.form.implementation": '`define="implementation"` makes a skill an implementation definition.',
    "skill.form.contract": '`define="contract"` makes a skill a contract definition.',
    "skill.form.unknown": "Any other `define` is an error.",
    "skill.form.reference":
      "A skill with `ref` in an interface or implementation definition is a reference, and no run.",
    "skill.form.usage": "A skill with `ref` anywhere else runs as an invocation of that name.",
    "skill.form.no-target": "A skill that runs and names no target is an error.",
  },
} as const;

/** Invocations and their params (the AML language, section 4.1). */
export const invocations = {
  section: "4.1",
  rules: {
    "invocation.name-excludes": "`name` beside `interface` or `impl` is an error.",
    "invocation.hints-ignored": "`language` and `framework` have no effect beside `impl`.",
    "invocation.retries": "`retries` is an integer from 0; anything else is an error.",
    "invocation.retries-clamped": "`retries` above 10 is a warning, and counts as 10.",
    "invocation.retries-default": "Without `retries` nothing is tried again.",
    "invocation.timeout": "`timeout` is one number with one of the units s, m and h; anything else is an error.",
    "invocation.timeout-clamped": "A `timeout` above an hour is a warning.",
    "invocation.timeout-per-attempt": "`timeout` holds for each attempt.",
    "invocation.policy": "`policy` is bottom-up, wrapper or sequential.",
    "invocation.policy-default": "Without `policy` children run before their parents.",
    "invocation.on-failure": "`on-failure` is halt, skip or partial.",
    "invocation.on-failure-default": "Without `on-failure` a failure halts.",
    "invocation.mode": "`mode` of a diagram-driven skill is simple or advanced.",
    "invocation.mode-contradiction": "A `mode` that contradicts the named implementation is an error.",
    "invocation.params.nearest": "A param belongs to the nearest invocation around it only.",
    "invocation.params.text": "The value of a param is text: tags in it are text.",
    "invocation.params.repeated": "A name given to two params of one invocation is an error.",
    "invocation.scope": "The body without its params is the scope.",
  },
} as const;
