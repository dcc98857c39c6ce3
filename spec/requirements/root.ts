/** The optional root of a document (the AML language, section 3). */
export const root = {
  section: "3",
  rules: {
    "root.fragment": "A document without the root is a fragment: its tags are found anywhere in the text.",
    "root.only-content": "Anything but white space and comments behind the root is an error.",
    "root.surroundings": "White space, comments and front matter may stand around the root.",
    "root.version-required": "The root needs `version`.",
    "root.only-attribute": "Any attribute of the root but `version` is an error.",
    "root.version-kept": "The document keeps the version.",
    "root.version-newer": "A version newer than the known one is a warning.",
    "root.version-invalid": "What is no version, a word or nothing at all, is an error.",
    "root.nested": "A root in a root is an error.",
    "root.repeated": "A second root behind the first is an error.",
    "root.self-closing": "A root that closes itself is an empty document.",
    "root.not-in-tree": "The root is not in the tree: its children are the nodes of the document.",
    "root.in-code": "A root in code or in a comment is text.",
    "root.misplaced": "A root behind text is reported once, and the rest is read as a fragment.",
  },
} as const;
