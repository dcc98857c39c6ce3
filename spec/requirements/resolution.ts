/** How an invocation finds its implementation (the AML language, section 6). */
export const resolution = {
  section: "6",
  rules: {
    "resolution.impl": "`impl` is that implementation.",
    "resolution.impl-unknown": "An unknown `impl` is reported as not found.",
    "resolution.impl-mismatch": "An `impl` that does not implement the `interface` beside it is an error.",
    "resolution.candidates": "The candidates of an interface are the implementations that declare it.",
    "resolution.hints": "`language` and `framework` leave only what has exactly both.",
    "resolution.no-match": "Hints that leave nothing are an error that lists the candidates and their hints.",
    "resolution.only": "The one candidate that is left is taken.",
    "resolution.default": "Of several, the configured default is taken if the hints left it.",
    "resolution.priority": "Else the one of strictly highest priority is taken.",
    "resolution.default-first": "The configured default comes before the priority.",
    "resolution.ambiguous": "Several that nothing decides between are an error that lists all of them.",
    "resolution.name": "A name is an implementation of that name, else the interface of that name.",
    "resolution.no-inheritance": "An implementation of a child interface is no candidate for the parent.",
    "resolution.before-run": "Nothing runs in a document of which something does not resolve.",
    "resolution.pure":
      "Resolution depends on the document, the registry and the configuration, and on no order of files.",
  },
} as const;

/** Diagnostics (the AML language, section 8). */
export const diagnostics = {
  section: "8",
  rules: {
    "diagnostic.code": "A code is AML and four digits, the first of them that of the phase, and is used once.",
    "diagnostic.entry": "Each code has a name, a severity, an explanation, a bad and a good example that hold.",
    "diagnostic.message": "A message says what is wrong and where, with what to do.",
    "diagnostic.frame": "On a terminal a diagnostic shows code, message, place, line, marker, notes and help.",
  },
} as const;
