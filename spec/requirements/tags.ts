/** What is a tag and what is text (the AML language, section 2). */
export const tags = {
  section: "2",
  rules: {
    "lexical.tag.name-end": "A name makes a tag only where white space, `>`, `/` or the end of the text follows it.",
    "lexical.tag.case": "Names in capitals make no tag.",
    "lexical.tag.interface-declarations": "`returns`, `reads` and `writes` are tags in an interface definition only.",
    "lexical.tag.node": "`node` is a tag in an implementation definition only.",
    "lexical.tag.field": "`field` is a tag in a contract definition only.",
    "lexical.tag.step": "`step` with `node` is a tag directly in an invocation only.",
    "lexical.tag.step-without-node": "A `step` without `node` is text, with a hint.",
    "lexical.tag.step-body": "The body of a step is text up to its close tag, whatever tags are in it.",
    "lexical.other-markup":
      "A `<` that begins no tag of the language is text: comparisons, HTML, XML, type parameters.",
    "lexical.self-closing": "Every element may end with `/>`.",

    "lexical.code.fence": "A fence of three or more backticks or tildes makes the tags in it text.",
    "lexical.code.fence-info": "A line of backticks whose info string holds a backtick opens no fence.",
    "lexical.code.fence-prefix": "A fence may follow white space, list markers and quote markers, and no other text.",
    "lexical.code.fence-close":
      "Only a line of as many or more of the same character, and nothing else, closes a fence.",
    "lexical.code.fence-close-depth": "A line more than three columns deeper than the opener closes no fence.",
    "lexical.code.fence-nested": "In a fence, a deeper opener with an info string opens a fence of its own.",
    "lexical.code.fence-unclosed": "An opener that nothing closes is text and hides no tag.",
    "lexical.code.span": "A code span makes the tags in it text.",
    "lexical.code.span-paragraph": "A code span does not reach beyond its paragraph.",
    "lexical.code.span-tag-line": "A code span does not reach beyond a line that begins with a tag.",
    "lexical.code.first-wins": "Of fence, span and comment, the one that opens first holds the others.",
    "lexical.code.in-bodies": "Code in the body of an element is code, close tags in it included.",
    "lexical.code.literal": "Nothing in code is decoded or dropped.",
    "lexical.code.option": "With `tagsInCode`, tags in code are tags.",
    "lexical.front-matter": "YAML front matter at the start of a file is text.",

    "lexical.placeholder.text": "A tag with no recognised attribute that has a value is text, with a hint.",
    "lexical.placeholder.element": "One recognised attribute with a value makes a tag an element.",
    "lexical.placeholder.root": "A root tag without a version, in the middle of text, is text with a hint.",
    "lexical.placeholder.close": "A placeholder takes a matching close tag with it as text.",
    "lexical.placeholder.close-needed": "A placeholder takes no close tag that a real element needs.",
    "lexical.session.bare": "A session without attributes is an element when it has a close tag or closes itself.",
    "lexical.session.unclosed": "A session with neither attributes nor a close tag is text, with a hint.",
    "lexical.param.outside-skill": "A param outside every skill is text, with a hint.",

    "lexical.close-tags.white-space":
      "White space may stand between the name and the `>` of a close tag, and nothing else.",
    "lexical.close-tags.stray": "A close tag that matches no open element is text, with a warning.",

    "lexical.comment.hidden": "A tag, a close tag or a param in a comment is not seen.",
    "lexical.comment.dropped": "A comment says nothing: it is in no text, value or scope.",
    "lexical.comment.unclosed": "A comment that never ends is a warning, and hides nothing.",
  },
} as const;
