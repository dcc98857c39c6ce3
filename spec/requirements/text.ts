/** Attributes, characters, places and recovery (the AML language, section 2). */
export const text = {
  section: "2",
  rules: {
    "lexical.attribute.quotes": "A value stands in double or in single quotes.",
    "lexical.attribute.equals": "White space may stand around the `=`.",
    "lexical.attribute.white-space": "Attributes that touch are a warning, and both count.",
    "lexical.attribute.delimiters": "`>`, `/` and whole tags may stand in a value.",
    "lexical.attribute.trimmed": "A value is trimmed.",
    "lexical.attribute.unquoted": "A value without quotes is an error.",
    "lexical.attribute.unterminated": "A value without its closing quote is an error at that attribute.",
    "lexical.attribute.bare-required": "`required` may stand without a value.",
    "lexical.attribute.bare-other": "Any other attribute without a value is an error.",
    "lexical.attribute.repeated": "An attribute that stands twice in a tag is an error.",
    "lexical.attribute.unknown-kept": "An unknown attribute stays in the tree.",
    "lexical.attribute.unknown-warned": "An unknown attribute is a warning that tells the nearest known name.",
    "lexical.attribute.unknown-ignored": "An unknown attribute changes nothing that runs.",

    "lexical.entities.text": "The five entities are decoded in text.",
    "lexical.entities.attributes": "The five entities are decoded in attribute values.",
    "lexical.entities.params": "The five entities are decoded in the values of params.",
    "lexical.entities.once": "An entity is decoded once: what decoding makes is not decoded again.",
    "lexical.entities.others": "Any other entity is left as it is written.",

    "lexical.white-space.text": "Text keeps its white space.",
    "lexical.white-space.description": "A description is trimmed and dedented.",
    "lexical.encoding.unicode": "Any Unicode character may stand anywhere.",
    "lexical.encoding.byte-order-mark": "A byte order mark is skipped.",
    "lexical.encoding.line-ends": "Windows line ends are kept.",

    "lexical.position.offsets": "Nodes and diagnostics carry start and end offsets in UTF-16 code units.",
    "lexical.position.lines": "An offset is told as a line and a column, both counted from 1.",
    "lexical.position.bytes": "An offset is told in UTF-8 bytes.",

    "lexical.recovery.ancestor": "An unclosed element ends at the nearest close tag of an element around it.",
    "lexical.recovery.end": "An unclosed element without such a close tag ends with the file.",
    "lexical.recovery.place": "The error of an unclosed element points at its opening tag.",
    "lexical.recovery.all": "Reading goes on after an error: every error is reported, once.",
    "lexical.cost.linear": "Text made to be slow to read is read in linear time.",
    "lexical.cost.depth": "100,000 nested tags are read without recursion that overflows.",
    "lexical.print": "Printing a tree gives the text it was read from, whatever the text.",
  },
} as const;
