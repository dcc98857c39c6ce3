/** Directives (the AML language, section 5). */
export const directives = {
  section: "5",
  rules: {
    "tool.attributes": "A tool needs one of `name`, `allow` and `deny`.",
    "tool.on-failure": "`on-failure` on a tool is an error.",
    "tool.conflict": "`allow` and `deny` on one tag are an error.",
    "tool.conflict-constrains-nothing":
      "A tag with both lists constrains nothing below it and causes no other warning.",
    "session.isolated": "`isolated` is true or false.",
    "session.own": "The body of a session runs in a session of its own.",
    "session.on-failure": "`on-failure` of a session is halt, skip or partial.",
    "agent.name": "An agent needs `name`.",
    "agent.mode": "`mode` of an agent is sync or background.",
    "agent.on-failure": "`on-failure` of an agent is halt, skip or partial.",
    "agent.delegates": "The body of an agent goes to that agent.",
    "directive.nesting": "Directives nest in each other and in skills, in any order.",
  },
} as const;

/** How tool constraints compose (the AML language, section 5.1). */
export const toolConstraints = {
  section: "5.1",
  rules: {
    "tools.narrow": "No tag makes a tool available that was not.",
    "tools.deny": "What a tag denies is denied below it and leaves the allowed tools.",
    "tools.allow": "An allow list keeps what was allowed before and is in the list.",
    "tools.allow-denied": "An allow list brings back nothing that is denied.",
    "tools.name": "A name without an allow list acts as a list of one; beside a list it adds nothing.",
    "tools.list": "A list is split at commas, trimmed, without empty entries and duplicates.",
    "tools.none": "An empty allow list leaves no tool at all.",
    "tools.available": "A tool is available if it is allowed, by name or wildcard, and not denied in either way.",
    "tools.wildcard": "`mcp/SERVER/*` is the only wildcard.",
    "tools.warning.ancestor": "A request that an ancestor denies is a warning.",
    "tools.warning.tag": "A request that the same tag denies is a warning.",
    "tools.warning.absent": "A request that the lists around it lack is a warning, except where it is denied as well.",
    "tools.warning.redundant": "A name beside an allow list is a warning.",
    "tools.warning.each": "Each tool has a warning of its own.",
    "tools.warning.shell-denied": "A shell beside denied file tools is a warning.",
    "tools.warning.shell-absent": "A shell beside file tools that are only absent is a hint.",
    "tools.names.case": "Names of tools are case-sensitive.",
    "tools.names.foreign": "A name known from elsewhere stands for the tool here, with a hint and a fix.",
    "tools.names.unknown-denied": "An unknown name in `deny` is an error.",
    "tools.names.unknown-allowed": "An unknown name in `allow` or `name` is a warning.",
    "tools.effective": "The effective constraint of every element can be asked for.",
    "tools.enforced": "The runtime enforces the effective constraint.",
  },
} as const;
