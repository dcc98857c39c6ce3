// Generated from spec/diagnostics by scripts/generate-diagnostics.mjs. Do not edit.
import { type Diagnostic, type DiagnosticDetails, diagnostic } from "./diagnostic.ts";

/** AML1001 (error): `<{tag}>` is never closed */
export function unclosedElement(details: DiagnosticDetails & { readonly tag: string | number }): Diagnostic {
  return diagnostic("AML1001", "error", `\`<${details.tag}>\` is never closed`, details);
}

/** AML1002 (warning): `</{tag}>` closes nothing */
export function strayCloseTag(details: DiagnosticDetails & { readonly tag: string | number }): Diagnostic {
  return diagnostic("AML1002", "warning", `\`</${details.tag}>\` closes nothing`, details);
}

/** AML1003 (error): `<{tag}` has no `>` */
export function unterminatedTag(details: DiagnosticDetails & { readonly tag: string | number }): Diagnostic {
  return diagnostic("AML1003", "error", `\`<${details.tag}\` has no \`>\``, details);
}

/** AML1004 (error): the value of `{attribute}` has no closing quote */
export function unterminatedValue(details: DiagnosticDetails & { readonly attribute: string | number }): Diagnostic {
  return diagnostic("AML1004", "error", `the value of \`${details.attribute}\` has no closing quote`, details);
}

/** AML1005 (error): the value of `{attribute}` is not in quotes */
export function unquotedValue(details: DiagnosticDetails & { readonly attribute: string | number }): Diagnostic {
  return diagnostic("AML1005", "error", `the value of \`${details.attribute}\` is not in quotes`, details);
}

/** AML1006 (error): `{text}` cannot stand in a tag */
export function malformedAttribute(details: DiagnosticDetails & { readonly text: string | number }): Diagnostic {
  return diagnostic("AML1006", "error", `\`${details.text}\` cannot stand in a tag`, details);
}

/** AML1007 (error): `{attribute}` has no value */
export function attributeWithoutValue(details: DiagnosticDetails & { readonly attribute: string | number }): Diagnostic {
  return diagnostic("AML1007", "error", `\`${details.attribute}\` has no value`, details);
}

/** AML1008 (error): `{attribute}` is there twice */
export function repeatedAttribute(details: DiagnosticDetails & { readonly attribute: string | number }): Diagnostic {
  return diagnostic("AML1008", "error", `\`${details.attribute}\` is there twice`, details);
}

/** AML1009 (warning): white space is missing before `{attribute}` */
export function missingWhiteSpace(details: DiagnosticDetails & { readonly attribute: string | number }): Diagnostic {
  return diagnostic("AML1009", "warning", `white space is missing before \`${details.attribute}\``, details);
}

/** AML1010 (hint): `<{tag}>` has none of its attributes, so it is text */
export function placeholder(details: DiagnosticDetails & { readonly tag: string | number }): Diagnostic {
  return diagnostic("AML1010", "hint", `\`<${details.tag}>\` has none of its attributes, so it is text`, details);
}

/** AML1011 (hint): `<param>` outside a skill is text */
export function paramOutsideSkill(details: DiagnosticDetails): Diagnostic {
  return diagnostic("AML1011", "hint", "`<param>` outside a skill is text", details);
}

/** AML1012 (warning): this comment has no `-->` */
export function unclosedComment(details: DiagnosticDetails): Diagnostic {
  return diagnostic("AML1012", "warning", "this comment has no `-->`", details);
}

/** AML1013 (hint): `<step>` without `node` is text */
export function stepWithoutNode(details: DiagnosticDetails): Diagnostic {
  return diagnostic("AML1013", "hint", "`<step>` without `node` is text", details);
}

/** AML1020 (error): `<aml>` must be the first thing in a document */
export function contentBeforeRoot(details: DiagnosticDetails): Diagnostic {
  return diagnostic("AML1020", "error", "`<aml>` must be the first thing in a document", details);
}

/** AML1021 (error): nothing may follow `</aml>` */
export function contentAfterRoot(details: DiagnosticDetails): Diagnostic {
  return diagnostic("AML1021", "error", "nothing may follow `</aml>`", details);
}

/** AML1022 (error): `<aml>` cannot stand inside `<aml>` */
export function nestedRoot(details: DiagnosticDetails): Diagnostic {
  return diagnostic("AML1022", "error", "`<aml>` cannot stand inside `<aml>`", details);
}

/** AML1023 (error): a document has one `<aml>` */
export function repeatedRoot(details: DiagnosticDetails): Diagnostic {
  return diagnostic("AML1023", "error", "a document has one `<aml>`", details);
}

/** AML1024 (error): `<aml>` needs `version` */
export function missingVersion(details: DiagnosticDetails): Diagnostic {
  return diagnostic("AML1024", "error", "`<aml>` needs `version`", details);
}

/** AML1025 (error): "{version}" is no version */
export function invalidVersion(details: DiagnosticDetails & { readonly version: string | number }): Diagnostic {
  return diagnostic("AML1025", "error", `"${details.version}" is no version`, details);
}

/** AML1026 (warning): version {version} is newer than {known}, the newest one known here */
export function newerVersion(details: DiagnosticDetails & { readonly version: string | number; readonly known: string | number }): Diagnostic {
  return diagnostic("AML1026", "warning", `version ${details.version} is newer than ${details.known}, the newest one known here`, details);
}

/** AML1027 (error): `<aml>` has no attribute but `version`, not `{attribute}` */
export function rootAttribute(details: DiagnosticDetails & { readonly attribute: string | number }): Diagnostic {
  return diagnostic("AML1027", "error", `\`<aml>\` has no attribute but \`version\`, not \`${details.attribute}\``, details);
}

/** AML1030 (warning): `{code}` is an error here, and errors cannot be suppressed */
export function errorNotSuppressed(details: DiagnosticDetails & { readonly code: string | number }): Diagnostic {
  return diagnostic("AML1030", "warning", `\`${details.code}\` is an error here, and errors cannot be suppressed`, details);
}

/** AML1031 (warning): nothing on this line or the next reports `{code}` */
export function unusedSuppression(details: DiagnosticDetails & { readonly code: string | number }): Diagnostic {
  return diagnostic("AML1031", "warning", `nothing on this line or the next reports \`${details.code}\``, details);
}

/** AML1032 (warning): there is no diagnostic `{code}` to suppress */
export function unknownSuppressedCode(details: DiagnosticDetails & { readonly code: string | number }): Diagnostic {
  return diagnostic("AML1032", "warning", `there is no diagnostic \`${details.code}\` to suppress`, details);
}

/** AML1033 (warning): this suppression gives no reason */
export function suppressionWithoutReason(details: DiagnosticDetails): Diagnostic {
  return diagnostic("AML1033", "warning", "this suppression gives no reason", details);
}

/** AML1034 (warning): this suppression names no code */
export function suppressionWithoutCode(details: DiagnosticDetails): Diagnostic {
  return diagnostic("AML1034", "warning", "this suppression names no code", details);
}

/** AML2001 (warning): `{attribute}` is no attribute of {element} */
export function unknownAttribute(details: DiagnosticDetails & { readonly attribute: string | number; readonly element: string | number }): Diagnostic {
  return diagnostic("AML2001", "warning", `\`${details.attribute}\` is no attribute of ${details.element}`, details);
}

/** AML2002 (error): {element} needs `{attribute}` */
export function missingAttribute(details: DiagnosticDetails & { readonly element: string | number; readonly attribute: string | number }): Diagnostic {
  return diagnostic("AML2002", "error", `${details.element} needs \`${details.attribute}\``, details);
}

/** AML2003 (error): {element} needs one of {attributes} */
export function missingOneOf(details: DiagnosticDetails & { readonly element: string | number; readonly attributes: string | number }): Diagnostic {
  return diagnostic("AML2003", "error", `${details.element} needs one of ${details.attributes}`, details);
}

/** AML2004 (error): `{first}` and `{second}` cannot both stand on {element} */
export function conflictingAttributes(details: DiagnosticDetails & { readonly first: string | number; readonly second: string | number; readonly element: string | number }): Diagnostic {
  return diagnostic("AML2004", "error", `\`${details.first}\` and \`${details.second}\` cannot both stand on ${details.element}`, details);
}

/** AML2005 (error): `{attribute}` takes {expected}, not "{value}" */
export function invalidValue(details: DiagnosticDetails & { readonly attribute: string | number; readonly expected: string | number; readonly value: string | number }): Diagnostic {
  return diagnostic("AML2005", "error", `\`${details.attribute}\` takes ${details.expected}, not "${details.value}"`, details);
}

/** AML2006 (error): nothing can be defined as "{value}" */
export function unknownDefine(details: DiagnosticDetails & { readonly value: string | number }): Diagnostic {
  return diagnostic("AML2006", "error", `nothing can be defined as "${details.value}"`, details);
}

/** AML2007 (error): `allow` and `deny` cannot both stand on one `<tool>` */
export function conflictingToolLists(details: DiagnosticDetails): Diagnostic {
  return diagnostic("AML2007", "error", "`allow` and `deny` cannot both stand on one `<tool>`", details);
}

/** AML2008 (warning): `{attribute}="{value}"` is more than a run grants: {limit} is used */
export function clampedValue(details: DiagnosticDetails & { readonly attribute: string | number; readonly value: string | number; readonly limit: string | number }): Diagnostic {
  return diagnostic("AML2008", "warning", `\`${details.attribute}="${details.value}"\` is more than a run grants: ${details.limit} is used`, details);
}

/** AML2009 (error): {element} must stand at the top level of the document */
export function misplacedDefinition(details: DiagnosticDetails & { readonly element: string | number }): Diagnostic {
  return diagnostic("AML2009", "error", `${details.element} must stand at the top level of the document`, details);
}

/** AML2010 (error): {element} cannot stand in a definition */
export function runInDefinition(details: DiagnosticDetails & { readonly element: string | number }): Diagnostic {
  return diagnostic("AML2010", "error", `${details.element} cannot stand in a definition`, details);
}

/** AML2011 (error): {element} cannot be declared in {place} */
export function misplacedDeclaration(details: DiagnosticDetails & { readonly element: string | number; readonly place: string | number }): Diagnostic {
  return diagnostic("AML2011", "error", `${details.element} cannot be declared in ${details.place}`, details);
}

/** AML2012 (error): "{name}" cannot be the name of a definition */
export function invalidName(details: DiagnosticDetails & { readonly name: string | number }): Diagnostic {
  return diagnostic("AML2012", "error", `"${details.name}" cannot be the name of a definition`, details);
}

/** AML2013 (warning): "{name}" is an unusual name: names are written in lower case, with hyphens */
export function unusualName(details: DiagnosticDetails & { readonly name: string | number }): Diagnostic {
  return diagnostic("AML2013", "warning", `"${details.name}" is an unusual name: names are written in lower case, with hyphens`, details);
}

/** AML2014 (error): {subject} is there twice */
export function duplicateName(details: DiagnosticDetails & { readonly subject: string | number }): Diagnostic {
  return diagnostic("AML2014", "error", `${details.subject} is there twice`, details);
}

/** AML2015 (warning): `implements` on an interface is the older spelling of `extends` */
export function deprecatedImplements(details: DiagnosticDetails): Diagnostic {
  return diagnostic("AML2015", "warning", "`implements` on an interface is the older spelling of `extends`", details);
}

/** AML2016 (error): `extends="{extends}"` and `implements="{implements}"` name different parents */
export function conflictingParents(details: DiagnosticDetails & { readonly extends: string | number; readonly implements: string | number }): Diagnostic {
  return diagnostic("AML2016", "error", `\`extends="${details.extends}"\` and \`implements="${details.implements}"\` name different parents`, details);
}

/** AML2017 (error): `extends` cannot stand on {element} */
export function misplacedExtends(details: DiagnosticDetails & { readonly element: string | number }): Diagnostic {
  return diagnostic("AML2017", "error", `\`extends\` cannot stand on ${details.element}`, details);
}

/** AML2018 (error): "{type}" is no type */
export function unknownType(details: DiagnosticDetails & { readonly type: string | number }): Diagnostic {
  return diagnostic("AML2018", "error", `"${details.type}" is no type`, details);
}

/** AML2019 (error): {element} is an enum, but has no `values` */
export function enumWithoutValues(details: DiagnosticDetails & { readonly element: string | number }): Diagnostic {
  return diagnostic("AML2019", "error", `${details.element} is an enum, but has no \`values\``, details);
}

/** AML2020 (error): `values` needs `type="enum"`, not "{type}" */
export function valuesWithoutEnum(details: DiagnosticDetails & { readonly type: string | number }): Diagnostic {
  return diagnostic("AML2020", "error", `\`values\` needs \`type="enum"\`, not "${details.type}"`, details);
}

/** AML2021 (warning): an empty entry in `values` is left out */
export function emptyEnumValue(details: DiagnosticDetails): Diagnostic {
  return diagnostic("AML2021", "warning", "an empty entry in `values` is left out", details);
}

/** AML2022 (error): the default "{value}" is no {type} */
export function defaultDoesNotFit(details: DiagnosticDetails & { readonly value: string | number; readonly type: string | number }): Diagnostic {
  return diagnostic("AML2022", "error", `the default "${details.value}" is no ${details.type}`, details);
}

/** AML2023 (warning): what is required never takes its default */
export function requiredWithDefault(details: DiagnosticDetails): Diagnostic {
  return diagnostic("AML2023", "warning", "what is required never takes its default", details);
}

/** AML2024 (error): a field of type "{type}" cannot have fields */
export function fieldsInScalar(details: DiagnosticDetails & { readonly type: string | number }): Diagnostic {
  return diagnostic("AML2024", "error", `a field of type "${details.type}" cannot have fields`, details);
}

/** AML2025 (error): {element} has both a body and `patterns` */
export function bodyAndPatterns(details: DiagnosticDetails & { readonly element: string | number }): Diagnostic {
  return diagnostic("AML2025", "error", `${details.element} has both a body and \`patterns\``, details);
}

/** AML2026 (warning): the tool node "{name}" does not say which tool it uses */
export function toolNodeWithoutTool(details: DiagnosticDetails & { readonly name: string | number }): Diagnostic {
  return diagnostic("AML2026", "warning", `the tool node "${details.name}" does not say which tool it uses`, details);
}

/** AML2027 (warning): the prompt node "{name}" names a tool, which it does not call */
export function promptNodeWithTool(details: DiagnosticDetails & { readonly name: string | number }): Diagnostic {
  return diagnostic("AML2027", "warning", `the prompt node "${details.name}" names a tool, which it does not call`, details);
}

/** AML2028 (error): `on-failure` cannot stand on `<tool>`: a constraint does not fail */
export function constraintCannotFail(details: DiagnosticDetails): Diagnostic {
  return diagnostic("AML2028", "error", "`on-failure` cannot stand on `<tool>`: a constraint does not fail", details);
}

/** AML2029 (error): an interface's `<tool>` is self-closing and has `allow` or `deny` */
export function interfaceToolForm(details: DiagnosticDetails): Diagnostic {
  return diagnostic("AML2029", "error", "an interface's `<tool>` is self-closing and has `allow` or `deny`", details);
}

/** AML2030 (error): `mode="{mode}"` contradicts "{name}" */
export function contradictoryMode(details: DiagnosticDetails & { readonly mode: string | number; readonly name: string | number }): Diagnostic {
  return diagnostic("AML2030", "error", `\`mode="${details.mode}"\` contradicts "${details.name}"`, details);
}

/** AML2031 (hint): `{hint}` has no effect beside `impl` */
export function hintIgnored(details: DiagnosticDetails & { readonly hint: string | number }): Diagnostic {
  return diagnostic("AML2031", "hint", `\`${details.hint}\` has no effect beside \`impl\``, details);
}

/** AML3001 (error): the {kind} "{name}" is defined twice in its package */
export function duplicateDefinition(details: DiagnosticDetails & { readonly kind: string | number; readonly name: string | number }): Diagnostic {
  return diagnostic("AML3001", "error", `the ${details.kind} "${details.name}" is defined twice in its package`, details);
}

/** AML3002 (warning): the {kind} "{name}" hides that of the package "{package}" */
export function shadowedDefinition(details: DiagnosticDetails & { readonly kind: string | number; readonly name: string | number; readonly package: string | number }): Diagnostic {
  return diagnostic("AML3002", "warning", `the ${details.kind} "${details.name}" hides that of the package "${details.package}"`, details);
}

/** AML3003 (error): the {kind} "{name}" is built in and cannot be redefined */
export function builtInRedefined(details: DiagnosticDetails & { readonly kind: string | number; readonly name: string | number }): Diagnostic {
  return diagnostic("AML3003", "error", `the ${details.kind} "${details.name}" is built in and cannot be redefined`, details);
}

/** AML3004 (hint): "{name}" is built in: this description changes nothing */
export function builtInRestated(details: DiagnosticDetails & { readonly name: string | number }): Diagnostic {
  return diagnostic("AML3004", "hint", `"${details.name}" is built in: this description changes nothing`, details);
}

/** AML3005 (error): no {kind} is named "{name}", which this one extends */
export function unknownParent(details: DiagnosticDetails & { readonly kind: string | number; readonly name: string | number }): Diagnostic {
  return diagnostic("AML3005", "error", `no ${details.kind} is named "${details.name}", which this one extends`, details);
}

/** AML3006 (error): `extends` goes in a circle: {chain} */
export function extendsCycle(details: DiagnosticDetails & { readonly chain: string | number }): Diagnostic {
  return diagnostic("AML3006", "error", `\`extends\` goes in a circle: ${details.chain}`, details);
}

/** AML3007 (warning): no interface is named "{name}" */
export function unknownImplementedInterface(details: DiagnosticDetails & { readonly name: string | number }): Diagnostic {
  return diagnostic("AML3007", "warning", `no interface is named "${details.name}"`, details);
}

/** AML3008 (error): no contract is named "{name}" */
export function unknownContract(details: DiagnosticDetails & { readonly name: string | number }): Diagnostic {
  return diagnostic("AML3008", "error", `no contract is named "${details.name}"`, details);
}

/** AML3009 (error): `{field}` widens what {parent} declares: {reason} */
export function incompatibleField(details: DiagnosticDetails & { readonly field: string | number; readonly parent: string | number; readonly reason: string | number }): Diagnostic {
  return diagnostic("AML3009", "error", `\`${details.field}\` widens what ${details.parent} declares: ${details.reason}`, details);
}

/** AML3020 (warning): the front matter of this skill is no valid YAML: {problem} */
export function invalidSkillFrontMatter(details: DiagnosticDetails & { readonly problem: string | number }): Diagnostic {
  return diagnostic("AML3020", "warning", `the front matter of this skill is no valid YAML: ${details.problem}`, details);
}

/** AML3021 (warning): the front matter of this skill has no `name` */
export function skillWithoutName(details: DiagnosticDetails): Diagnostic {
  return diagnostic("AML3021", "warning", "the front matter of this skill has no `name`", details);
}

/** AML3022 (warning): `{name}` cannot be the name of a package */
export function invalidSkillName(details: DiagnosticDetails & { readonly name: string | number }): Diagnostic {
  return diagnostic("AML3022", "warning", `\`${details.name}\` cannot be the name of a package`, details);
}

/** AML4001 (error): no implementation is named "{name}" */
export function unknownImplementation(details: DiagnosticDetails & { readonly name: string | number }): Diagnostic {
  return diagnostic("AML4001", "error", `no implementation is named "${details.name}"`, details);
}

/** AML4002 (error): no implementation of "{interface}" matches {hints}; there are {candidates} */
export function noMatchingImplementation(details: DiagnosticDetails & { readonly interface: string | number; readonly hints: string | number; readonly candidates: string | number }): Diagnostic {
  return diagnostic("AML4002", "error", `no implementation of "${details.interface}" matches ${details.hints}; there are ${details.candidates}`, details);
}

/** AML4003 (error): "{interface}" has several implementations and nothing decides between them: {candidates} */
export function ambiguousImplementation(details: DiagnosticDetails & { readonly interface: string | number; readonly candidates: string | number }): Diagnostic {
  return diagnostic("AML4003", "error", `"${details.interface}" has several implementations and nothing decides between them: ${details.candidates}`, details);
}

/** AML4004 (error): "{implementation}" implements "{declared}", not "{interface}" */
export function implementationMismatch(details: DiagnosticDetails & { readonly implementation: string | number; readonly declared: string | number; readonly interface: string | number }): Diagnostic {
  return diagnostic("AML4004", "error", `"${details.implementation}" implements "${details.declared}", not "${details.interface}"`, details);
}

/** AML4005 (error): nothing implements "{interface}" */
export function unimplementedInterface(details: DiagnosticDetails & { readonly interface: string | number }): Diagnostic {
  return diagnostic("AML4005", "error", `nothing implements "${details.interface}"`, details);
}

/** AML4006 (error): no interface is named "{name}" */
export function unknownInterface(details: DiagnosticDetails & { readonly name: string | number }): Diagnostic {
  return diagnostic("AML4006", "error", `no interface is named "${details.name}"`, details);
}

/** AML4007 (error): no implementation and no interface is named "{name}" */
export function unknownSkill(details: DiagnosticDetails & { readonly name: string | number }): Diagnostic {
  return diagnostic("AML4007", "error", `no implementation and no interface is named "${details.name}"`, details);
}

/** AML4008 (error): "{interface}" requires {names}, which the invocation does not give */
export function missingParam(details: DiagnosticDetails & { readonly interface: string | number; readonly names: string | number }): Diagnostic {
  return diagnostic("AML4008", "error", `"${details.interface}" requires ${details.names}, which the invocation does not give`, details);
}

/** AML4009 (error): `{name}` is no {type} */
export function unfitParam(details: DiagnosticDetails & { readonly name: string | number; readonly type: string | number }): Diagnostic {
  return diagnostic("AML4009", "error", `\`${details.name}\` is no ${details.type}`, details);
}

/** AML4010 (error): "{interface}" takes no param `{name}` */
export function unknownParam(details: DiagnosticDetails & { readonly interface: string | number; readonly name: string | number }): Diagnostic {
  return diagnostic("AML4010", "error", `"${details.interface}" takes no param \`${details.name}\``, details);
}

/** AML5001 (error): "{name}" is no known tool: denying it would deny nothing */
export function unknownDeniedTool(details: DiagnosticDetails & { readonly name: string | number }): Diagnostic {
  return diagnostic("AML5001", "error", `"${details.name}" is no known tool: denying it would deny nothing`, details);
}

/** AML5002 (warning): "{name}" is no known tool */
export function unknownTool(details: DiagnosticDetails & { readonly name: string | number }): Diagnostic {
  return diagnostic("AML5002", "warning", `"${details.name}" is no known tool`, details);
}

/** AML5003 (hint): "{written}" is called `{name}` here */
export function foreignToolName(details: DiagnosticDetails & { readonly written: string | number; readonly name: string | number }): Diagnostic {
  return diagnostic("AML5003", "hint", `"${details.written}" is called \`${details.name}\` here`, details);
}

/** AML5004 (warning): `{tool}` is asked for here but denied around it: it stays denied */
export function toolDeniedByAncestor(details: DiagnosticDetails & { readonly tool: string | number }): Diagnostic {
  return diagnostic("AML5004", "warning", `\`${details.tool}\` is asked for here but denied around it: it stays denied`, details);
}

/** AML5005 (warning): `{tool}` is asked for and denied by the same tag: it is denied */
export function toolDeniedByTag(details: DiagnosticDetails & { readonly tool: string | number }): Diagnostic {
  return diagnostic("AML5005", "warning", `\`${details.tool}\` is asked for and denied by the same tag: it is denied`, details);
}

/** AML5006 (warning): `{tool}` is asked for here but not allowed around it: it stays out of reach */
export function toolNotAllowed(details: DiagnosticDetails & { readonly tool: string | number }): Diagnostic {
  return diagnostic("AML5006", "warning", `\`${details.tool}\` is asked for here but not allowed around it: it stays out of reach`, details);
}

/** AML5007 (warning): `name` has no effect beside `allow`: it does not add `{tool}` to the list */
export function redundantToolName(details: DiagnosticDetails & { readonly tool: string | number }): Diagnostic {
  return diagnostic("AML5007", "warning", `\`name\` has no effect beside \`allow\`: it does not add \`${details.tool}\` to the list`, details);
}

/** AML5008 (warning): `bash` can still do what {tools} would: a shell undoes the denial */
export function shellBesideDeniedTools(details: DiagnosticDetails & { readonly tools: string | number }): Diagnostic {
  return diagnostic("AML5008", "warning", `\`bash\` can still do what ${details.tools} would: a shell undoes the denial`, details);
}

/** AML5009 (hint): `bash` can do what {tools} would, which are not allowed here */
export function shellBesideAbsentTools(details: DiagnosticDetails & { readonly tools: string | number }): Diagnostic {
  return diagnostic("AML5009", "hint", `\`bash\` can do what ${details.tools} would, which are not allowed here`, details);
}

/** AML5101 (error): `{step}` reaches the agent `{agent}`, and no permission policy was chosen */
export function permissionsRequired(details: DiagnosticDetails & { readonly step: string | number; readonly agent: string | number }): Diagnostic {
  return diagnostic("AML5101", "error", `\`${details.step}\` reaches the agent \`${details.agent}\`, and no permission policy was chosen`, details);
}

/** AML5103 (error): an untrusted document is checked and never run */
export function untrustedDocument(details: DiagnosticDetails): Diagnostic {
  return diagnostic("AML5103", "error", "an untrusted document is checked and never run", details);
}

/** AML5104 (error): `{step}` runs `{tool}`, which the constraint around it does not allow */
export function toolDenied(details: DiagnosticDetails & { readonly step: string | number; readonly tool: string | number }): Diagnostic {
  return diagnostic("AML5104", "error", `\`${details.step}\` runs \`${details.tool}\`, which the constraint around it does not allow`, details);
}

/** AML5105 (error): no agent `{agent}` is configured */
export function agentNotFound(details: DiagnosticDetails & { readonly agent: string | number }): Diagnostic {
  return diagnostic("AML5105", "error", `no agent \`${details.agent}\` is configured`, details);
}

/** AML5106 (error): `{step}` runs `{tool}`, which needs {capabilities}; this run is granted none */
export function capabilityDenied(details: DiagnosticDetails & { readonly step: string | number; readonly tool: string | number; readonly capabilities: string | number }): Diagnostic {
  return diagnostic("AML5106", "error", `\`${details.step}\` runs \`${details.tool}\`, which needs ${details.capabilities}; this run is granted none`, details);
}

/** AML5107 (error): `{step}` is for an agent, and none is in scope */
export function noAgent(details: DiagnosticDetails & { readonly step: string | number }): Diagnostic {
  return diagnostic("AML5107", "error", `\`${details.step}\` is for an agent, and none is in scope`, details);
}

/** AML5108 (error): `{step}` runs `{tool}`, and the runtime has no tool of that name */
export function unknownRuntimeTool(details: DiagnosticDetails & { readonly step: string | number; readonly tool: string | number }): Diagnostic {
  return diagnostic("AML5108", "error", `\`${details.step}\` runs \`${details.tool}\`, and the runtime has no tool of that name`, details);
}

/** AML5109 (error): `{step}` is for the agent `{agent}`, which the host's policy does not allow */
export function agentDenied(details: DiagnosticDetails & { readonly step: string | number; readonly agent: string | number }): Diagnostic {
  return diagnostic("AML5109", "error", `\`${details.step}\` is for the agent \`${details.agent}\`, which the host's policy does not allow`, details);
}

/** AML5110 (error): the session `{session}` is not allowed by the host's policy */
export function sessionDenied(details: DiagnosticDetails & { readonly session: string | number }): Diagnostic {
  return diagnostic("AML5110", "error", `the session \`${details.session}\` is not allowed by the host's policy`, details);
}

/** AML5111 (error): `{step}` asks for the model `{model}`, which the host's policy does not allow */
export function modelDenied(details: DiagnosticDetails & { readonly step: string | number; readonly model: string | number }): Diagnostic {
  return diagnostic("AML5111", "error", `\`${details.step}\` asks for the model \`${details.model}\`, which the host's policy does not allow`, details);
}

/** AML5112 (warning): in the MCP configuration, {subject} {problem}; agents are not offered it */
export function mcpServerNotOffered(details: DiagnosticDetails & { readonly subject: string | number; readonly problem: string | number }): Diagnostic {
  return diagnostic("AML5112", "warning", `in the MCP configuration, ${details.subject} ${details.problem}; agents are not offered it`, details);
}

/** AML5113 (error): the agent `{agent}` is described by {file}, which cannot be used: {problem} */
export function agentFileUnusable(details: DiagnosticDetails & { readonly agent: string | number; readonly file: string | number; readonly problem: string | number }): Diagnostic {
  return diagnostic("AML5113", "error", `the agent \`${details.agent}\` is described by ${details.file}, which cannot be used: ${details.problem}`, details);
}

/** AML5114 (error): the agent `{agent}` is described by {file}, a file of the project, which only a trusted run uses */
export function projectAgentUntrusted(details: DiagnosticDetails & { readonly agent: string | number; readonly file: string | number }): Diagnostic {
  return diagnostic("AML5114", "error", `the agent \`${details.agent}\` is described by ${details.file}, a file of the project, which only a trusted run uses`, details);
}

/** AML5115 (warning): the agent `{agent}` is described by {file}, which hides {hidden} */
export function agentFileShadowed(details: DiagnosticDetails & { readonly agent: string | number; readonly file: string | number; readonly hidden: string | number }): Diagnostic {
  return diagnostic("AML5115", "warning", `the agent \`${details.agent}\` is described by ${details.file}, which hides ${details.hidden}`, details);
}

/** AML5120 (error): in the MCP configuration, {subject} {problem} */
export function mcpConfiguration(details: DiagnosticDetails & { readonly subject: string | number; readonly problem: string | number }): Diagnostic {
  return diagnostic("AML5120", "error", `in the MCP configuration, ${details.subject} ${details.problem}`, details);
}

/** AML6002 (error): there is nothing to run here: no skill, no agent and no diagram */
export function nothingToRun(details: DiagnosticDetails): Diagnostic {
  return diagnostic("AML6002", "error", "there is nothing to run here: no skill, no agent and no diagram", details);
}

/** AML6003 (warning): the text of this `<session>` is sent to no agent */
export function sessionTextNotSent(details: DiagnosticDetails): Diagnostic {
  return diagnostic("AML6003", "warning", "the text of this `<session>` is sent to no agent", details);
}

/** AML6004 (error): elements are nested more than {limit} deep */
export function nestedTooDeeply(details: DiagnosticDetails & { readonly limit: string | number }): Diagnostic {
  return diagnostic("AML6004", "error", `elements are nested more than ${details.limit} deep`, details);
}

/** AML6005 (error): `run="{tool}"` needs exactly one fenced block in the definition */
export function commandBlockMissing(details: DiagnosticDetails & { readonly tool: string | number }): Diagnostic {
  return diagnostic("AML6005", "error", `\`run="${details.tool}"\` needs exactly one fenced block in the definition`, details);
}

/** AML6101 (error): the {format} cannot be read: {problem} */
export function unreadableValue(details: DiagnosticDetails & { readonly format: string | number; readonly problem: string | number }): Diagnostic {
  return diagnostic("AML6101", "error", `the ${details.format} cannot be read: ${details.problem}`, details);
}

/** AML6102 (error): {subject} {problem} */
export function brokenContract(details: DiagnosticDetails & { readonly subject: string | number; readonly problem: string | number }): Diagnostic {
  return diagnostic("AML6102", "error", `${details.subject} ${details.problem}`, details);
}

/** AML6103 (error): `{name}` is given twice in one object */
export function repeatedMember(details: DiagnosticDetails & { readonly name: string | number }): Diagnostic {
  return diagnostic("AML6103", "error", `\`${details.name}\` is given twice in one object`, details);
}

/** AML6104 (error): the {format} {problem}; at most {limit} */
export function oversizedValue(details: DiagnosticDetails & { readonly format: string | number; readonly problem: string | number; readonly limit: string | number }): Diagnostic {
  return diagnostic("AML6104", "error", `the ${details.format} ${details.problem}; at most ${details.limit}`, details);
}

/** AML6201 (error): the front matter declares params and cannot be read: {problem} */
export function unreadableFrontMatter(details: DiagnosticDetails & { readonly problem: string | number }): Diagnostic {
  return diagnostic("AML6201", "error", `the front matter declares params and cannot be read: ${details.problem}`, details);
}

/** AML6202 (error): {subject} must be {expected} */
export function misshapenDeclaration(details: DiagnosticDetails & { readonly subject: string | number; readonly expected: string | number }): Diagnostic {
  return diagnostic("AML6202", "error", `${details.subject} must be ${details.expected}`, details);
}

/** AML6203 (error): "{name}" cannot be the name of a param */
export function invalidParamName(details: DiagnosticDetails & { readonly name: string | number }): Diagnostic {
  return diagnostic("AML6203", "error", `"${details.name}" cannot be the name of a param`, details);
}

/** AML6204 (warning): `{key}` is no part of a param's declaration */
export function unknownDeclarationKey(details: DiagnosticDetails & { readonly key: string | number }): Diagnostic {
  return diagnostic("AML6204", "warning", `\`${details.key}\` is no part of a param's declaration`, details);
}

/** AML6205 (error): the document declares no param `{name}` */
export function undeclaredParam(details: DiagnosticDetails & { readonly name: string | number }): Diagnostic {
  return diagnostic("AML6205", "error", `the document declares no param \`${details.name}\``, details);
}

/** AML6206 (error): the document needs {names}, which this run is not given */
export function paramNotGiven(details: DiagnosticDetails & { readonly names: string | number }): Diagnostic {
  return diagnostic("AML6206", "error", `the document needs ${details.names}, which this run is not given`, details);
}

/** AML6207 (error): the value given for `{name}` is no {type} */
export function paramDoesNotFit(details: DiagnosticDetails & { readonly name: string | number; readonly type: string | number }): Diagnostic {
  return diagnostic("AML6207", "error", `the value given for \`${details.name}\` is no ${details.type}`, details);
}

/** AML6230 (error): this agent file cannot be used: {problem} */
export function unusableAgentFile(details: DiagnosticDetails & { readonly problem: string | number }): Diagnostic {
  return diagnostic("AML6230", "error", `this agent file cannot be used: ${details.problem}`, details);
}

/** AML6231 (warning): the front matter of this agent file is no valid YAML ({problem}); its members were read line by line */
export function agentFileReadByLine(details: DiagnosticDetails & { readonly problem: string | number }): Diagnostic {
  return diagnostic("AML6231", "warning", `the front matter of this agent file is no valid YAML (${details.problem}); its members were read line by line`, details);
}

/** AML6232 (error): `{key}` must be {expected} */
export function misshapenFrontMatter(details: DiagnosticDetails & { readonly key: string | number; readonly expected: string | number }): Diagnostic {
  return diagnostic("AML6232", "error", `\`${details.key}\` must be ${details.expected}`, details);
}

/** AML6233 (warning): `{written}` is taken as `{tool}`: what stands in the parentheses is not held here */
export function toolRuleNotHeld(details: DiagnosticDetails & { readonly written: string | number; readonly tool: string | number }): Diagnostic {
  return diagnostic("AML6233", "warning", `\`${details.written}\` is taken as \`${details.tool}\`: what stands in the parentheses is not held here`, details);
}

/** AML6240 (warning): `{step}` may use `sql`, and its agent will not have it: no database is configured */
export function sqlWithoutDatabase(details: DiagnosticDetails & { readonly step: string | number }): Diagnostic {
  return diagnostic("AML6240", "warning", `\`${details.step}\` may use \`sql\`, and its agent will not have it: no database is configured`, details);
}

/** AML7001 (error): the diagram has a cycle: {edges} */
export function cycle(details: DiagnosticDetails & { readonly edges: string | number }): Diagnostic {
  return diagnostic("AML7001", "error", `the diagram has a cycle: ${details.edges}`, details);
}

/** AML7002 (error): expected `flowchart`, `graph` or `stateDiagram-v2`, found {found} */
export function noDiagram(details: DiagnosticDetails & { readonly found: string | number }): Diagnostic {
  return diagnostic("AML7002", "error", `expected \`flowchart\`, \`graph\` or \`stateDiagram-v2\`, found ${details.found}`, details);
}

/** AML7003 (error): a {type} cannot be run: only flowcharts and state diagrams are plans */
export function otherDiagram(details: DiagnosticDetails & { readonly type: string | number }): Diagnostic {
  return diagnostic("AML7003", "error", `a ${details.type} cannot be run: only flowcharts and state diagrams are plans`, details);
}

/** AML7004 (error): expected {expected}, found {found} */
export function unexpectedText(details: DiagnosticDetails & { readonly expected: string | number; readonly found: string | number }): Diagnostic {
  return diagnostic("AML7004", "error", `expected ${details.expected}, found ${details.found}`, details);
}

/** AML7005 (error): a second header: `{header}` */
export function secondHeader(details: DiagnosticDetails & { readonly header: string | number }): Diagnostic {
  return diagnostic("AML7005", "error", `a second header: \`${details.header}\``, details);
}

/** AML7006 (error): the text is not valid UTF-8 here */
export function invalidCharacter(details: DiagnosticDetails): Diagnostic {
  return diagnostic("AML7006", "error", "the text is not valid UTF-8 here", details);
}

/** AML7007 (error): the directive is never closed with `}%%` */
export function unclosedDirective(details: DiagnosticDetails): Diagnostic {
  return diagnostic("AML7007", "error", "the directive is never closed with `}%%`", details);
}

/** AML7008 (error): mermaid takes a bare `%%` for a node */
export function emptyComment(details: DiagnosticDetails): Diagnostic {
  return diagnostic("AML7008", "error", "mermaid takes a bare `%%` for a node", details);
}

/** AML7009 (error): the label is never closed: `{closer}` is missing */
export function unclosedLabel(details: DiagnosticDetails & { readonly closer: string | number }): Diagnostic {
  return diagnostic("AML7009", "error", `the label is never closed: \`${details.closer}\` is missing`, details);
}

/** AML7010 (error): `{character}` cannot stand in a label without quotes */
export function unquotedLabel(details: DiagnosticDetails & { readonly character: string | number }): Diagnostic {
  return diagnostic("AML7010", "error", `\`${details.character}\` cannot stand in a label without quotes`, details);
}

/** AML7011 (error): the label is empty */
export function emptyLabel(details: DiagnosticDetails): Diagnostic {
  return diagnostic("AML7011", "error", "the label is empty", details);
}

/** AML7012 (error): `{id}` is a word of mermaid and cannot be an id */
export function reservedId(details: DiagnosticDetails & { readonly id: string | number }): Diagnostic {
  return diagnostic("AML7012", "error", `\`${details.id}\` is a word of mermaid and cannot be an id`, details);
}

/** AML7013 (error): `{id}` cannot be an id: {reason} */
export function unsupportedId(details: DiagnosticDetails & { readonly id: string | number; readonly reason: string | number }): Diagnostic {
  return diagnostic("AML7013", "error", `\`${details.id}\` cannot be an id: ${details.reason}`, details);
}

/** AML7014 (error): `{arrow}` has no meaning in a plan */
export function undirectedEdge(details: DiagnosticDetails & { readonly arrow: string | number }): Diagnostic {
  return diagnostic("AML7014", "error", `\`${details.arrow}\` has no meaning in a plan`, details);
}

/** AML7015 (error): the label of this edge {reason} */
export function edgeLabel(details: DiagnosticDetails & { readonly reason: string | number }): Diagnostic {
  return diagnostic("AML7015", "error", `the label of this edge ${details.reason}`, details);
}

/** AML7016 (error): `{id}` is a subgraph, not a node */
export function edgeToGroup(details: DiagnosticDetails & { readonly id: string | number }): Diagnostic {
  return diagnostic("AML7016", "error", `\`${details.id}\` is a subgraph, not a node`, details);
}

/** AML7017 (error): the subgraph is never closed with `end` */
export function unclosedGroup(details: DiagnosticDetails): Diagnostic {
  return diagnostic("AML7017", "error", "the subgraph is never closed with `end`", details);
}

/** AML7018 (error): `end` closes no subgraph */
export function unopenedGroup(details: DiagnosticDetails): Diagnostic {
  return diagnostic("AML7018", "error", "`end` closes no subgraph", details);
}

/** AML7019 (error): mermaid drops this text: it takes the whole line for a direction */
export function swallowedText(details: DiagnosticDetails): Diagnostic {
  return diagnostic("AML7019", "error", "mermaid drops this text: it takes the whole line for a direction", details);
}

/** AML7020 (error): `{id}` is named here and is no node of the diagram */
export function unknownMention(details: DiagnosticDetails & { readonly id: string | number }): Diagnostic {
  return diagnostic("AML7020", "error", `\`${details.id}\` is named here and is no node of the diagram`, details);
}

/** AML7021 (error): `{shape}` is no shape of mermaid */
export function unknownShape(details: DiagnosticDetails & { readonly shape: string | number }): Diagnostic {
  return diagnostic("AML7021", "error", `\`${details.shape}\` is no shape of mermaid`, details);
}

/** AML7022 (error): `@{ ... }` {reason} */
export function invalidNodeData(details: DiagnosticDetails & { readonly reason: string | number }): Diagnostic {
  return diagnostic("AML7022", "error", `\`@{ ... }\` ${details.reason}`, details);
}

/** AML7023 (error): `{key}` is no setting of a step: `{nearest}` is */
export function unknownAnnotation(details: DiagnosticDetails & { readonly key: string | number; readonly nearest: string | number }): Diagnostic {
  return diagnostic("AML7023", "error", `\`${details.key}\` is no setting of a step: \`${details.nearest}\` is`, details);
}

/** AML7024 (error): `{key}` is set twice on one node */
export function repeatedAnnotation(details: DiagnosticDetails & { readonly key: string | number }): Diagnostic {
  return diagnostic("AML7024", "error", `\`${details.key}\` is set twice on one node`, details);
}

/** AML7025 (hint): mermaid cannot draw a `|` outside quotes */
export function unquotedAnnotation(details: DiagnosticDetails): Diagnostic {
  return diagnostic("AML7025", "hint", "mermaid cannot draw a `|` outside quotes", details);
}

/** AML7026 (error): states inside states cannot be run */
export function nestedStates(details: DiagnosticDetails): Diagnostic {
  return diagnostic("AML7026", "error", "states inside states cannot be run", details);
}

/** AML7027 (error): the note is never closed with `end note` */
export function unclosedNote(details: DiagnosticDetails): Diagnostic {
  return diagnostic("AML7027", "error", "the note is never closed with `end note`", details);
}

/** AML7028 (error): the diagram has no node */
export function emptyDiagram(details: DiagnosticDetails): Diagnostic {
  return diagnostic("AML7028", "error", "the diagram has no node", details);
}

/** AML7029 (error): {count} mermaid diagrams stand here: a plan is made of one */
export function severalDiagrams(details: DiagnosticDetails & { readonly count: string | number }): Diagnostic {
  return diagnostic("AML7029", "error", `${details.count} mermaid diagrams stand here: a plan is made of one`, details);
}

/** AML7030 (error): text stands beside the fence of the diagram */
export function textAroundDiagram(details: DiagnosticDetails): Diagnostic {
  return diagnostic("AML7030", "error", "text stands beside the fence of the diagram", details);
}

/** AML7031 (error): {element} cannot stand in the body of a diagram */
export function childInDiagram(details: DiagnosticDetails & { readonly element: string | number }): Diagnostic {
  return diagnostic("AML7031", "error", `${details.element} cannot stand in the body of a diagram`, details);
}

/** AML7040 (error): an edge out of the gate `{gate}` has no label */
export function unlabelledGateEdge(details: DiagnosticDetails & { readonly gate: string | number }): Diagnostic {
  return diagnostic("AML7040", "error", `an edge out of the gate \`${details.gate}\` has no label`, details);
}

/** AML7041 (error): the gate `{gate}` has fewer than two different labels ({labels}) */
export function fewLabels(details: DiagnosticDetails & { readonly gate: string | number; readonly labels: string | number }): Diagnostic {
  return diagnostic("AML7041", "error", `the gate \`${details.gate}\` has fewer than two different labels (${details.labels})`, details);
}

/** AML7042 (hint): `{node}` is taken for a gate, since the edges out of it are labelled */
export function inferredGate(details: DiagnosticDetails & { readonly node: string | number }): Diagnostic {
  return diagnostic("AML7042", "hint", `\`${details.node}\` is taken for a gate, since the edges out of it are labelled`, details);
}

/** AML7043 (error): the loop `{node}` has no bound: set `max_iter` */
export function loopWithoutBound(details: DiagnosticDetails & { readonly node: string | number }): Diagnostic {
  return diagnostic("AML7043", "error", `the loop \`${details.node}\` has no bound: set \`max_iter\``, details);
}

/** AML7044 (error): `{node}` has a bound and is no loop or gate, but of type {type} */
export function boundWithoutLoop(details: DiagnosticDetails & { readonly node: string | number; readonly type: string | number }): Diagnostic {
  return diagnostic("AML7044", "error", `\`${details.node}\` has a bound and is no loop or gate, but of type ${details.type}`, details);
}

/** AML7045 (error): the plan has more than {limit} {things} */
export function tooLarge(details: DiagnosticDetails & { readonly limit: string | number; readonly things: string | number }): Diagnostic {
  return diagnostic("AML7045", "error", `the plan has more than ${details.limit} ${details.things}`, details);
}

/** AML7046 (error): the simple mode cannot hold {found}: use the advanced one */
export function simpleMode(details: DiagnosticDetails & { readonly found: string | number }): Diagnostic {
  return diagnostic("AML7046", "error", `the simple mode cannot hold ${details.found}: use the advanced one`, details);
}

/** AML7047 (error): "{id}" cannot be the id of a plan: it is 1 to 64 letters, digits, `_` and `-`, a letter or digit first, and no `--` and a number last */
export function invalidPlanId(details: DiagnosticDetails & { readonly id: string | number }): Diagnostic {
  return diagnostic("AML7047", "error", `"${details.id}" cannot be the id of a plan: it is 1 to 64 letters, digits, \`_\` and \`-\`, a letter or digit first, and no \`--\` and a number last`, details);
}

/** AML7048 (error): the diagram has no node `{node}` */
export function unmatchedStep(details: DiagnosticDetails & { readonly node: string | number }): Diagnostic {
  return diagnostic("AML7048", "error", `the diagram has no node \`${details.node}\``, details);
}

/** AML7049 (error): several nodes have the label "{label}": {ids} */
export function ambiguousStep(details: DiagnosticDetails & { readonly label: string | number; readonly ids: string | number }): Diagnostic {
  return diagnostic("AML7049", "error", `several nodes have the label "${details.label}": ${details.ids}`, details);
}

/** AML7050 (error): `{node}` is described twice */
export function duplicateStep(details: DiagnosticDetails & { readonly node: string | number }): Diagnostic {
  return diagnostic("AML7050", "error", `\`${details.node}\` is described twice`, details);
}

/** AML7051 (error): `{node}` asks for `{tool}`, which the constraint around it does not allow */
export function stepToolNotAllowed(details: DiagnosticDetails & { readonly node: string | number; readonly tool: string | number }): Diagnostic {
  return diagnostic("AML7051", "error", `\`${details.node}\` asks for \`${details.tool}\`, which the constraint around it does not allow`, details);
}

/** AML7052 (error): `{reference}` names no step */
export function unknownStepReference(details: DiagnosticDetails & { readonly reference: string | number }): Diagnostic {
  return diagnostic("AML7052", "error", `\`${details.reference}\` names no step`, details);
}

/** AML7053 (error): `{node}` has a command and is of type {type}, which runs none */
export function runWithoutTool(details: DiagnosticDetails & { readonly node: string | number; readonly type: string | number }): Diagnostic {
  return diagnostic("AML7053", "error", `\`${details.node}\` has a command and is of type ${details.type}, which runs none`, details);
}

/** AML7054 (error): `{node}` has both `run` and a block to run */
export function blockBesideRun(details: DiagnosticDetails & { readonly node: string | number }): Diagnostic {
  return diagnostic("AML7054", "error", `\`${details.node}\` has both \`run\` and a block to run`, details);
}

/** AML7055 (warning): nothing of the body of `{node}` is run as it stands: {reason} */
export function blockNotRun(details: DiagnosticDetails & { readonly node: string | number; readonly reason: string | number }): Diagnostic {
  return diagnostic("AML7055", "warning", `nothing of the body of \`${details.node}\` is run as it stands: ${details.reason}`, details);
}

/** AML7056 (error): the `json` block of `{node}` is for one tool, and `tools` does not name just one */
export function jsonBlockWithoutTool(details: DiagnosticDetails & { readonly node: string | number }): Diagnostic {
  return diagnostic("AML7056", "error", `the \`json\` block of \`${details.node}\` is for one tool, and \`tools\` does not name just one`, details);
}

/** AML7057 (error): the `json` block of `{node}` is no JSON object */
export function invalidJsonBlock(details: DiagnosticDetails & { readonly node: string | number }): Diagnostic {
  return diagnostic("AML7057", "error", `the \`json\` block of \`${details.node}\` is no JSON object`, details);
}

/** AML7058 (warning): `{gate}` has a bound and closes no cycle */
export function unusedBound(details: DiagnosticDetails & { readonly gate: string | number }): Diagnostic {
  return diagnostic("AML7058", "warning", `\`${details.gate}\` has a bound and closes no cycle`, details);
}

/** AML7059 (warning): `{state}` is not led to from `[*]`, and runs all the same */
export function unreachedState(details: DiagnosticDetails & { readonly state: string | number }): Diagnostic {
  return diagnostic("AML7059", "warning", `\`${details.state}\` is not led to from \`[*]\`, and runs all the same`, details);
}

/** AML7060 (error): plan `{id}` follows another diagram: its hash is {theirs}, the one given has {ours} */
export function planOfOtherDiagram(details: DiagnosticDetails & { readonly id: string | number; readonly theirs: string | number; readonly ours: string | number }): Diagnostic {
  return diagnostic("AML7060", "error", `plan \`${details.id}\` follows another diagram: its hash is ${details.theirs}, the one given has ${details.ours}`, details);
}

/** AML7061 (error): plan `{id}` is finished: run {run} is {status} */
export function planFinished(details: DiagnosticDetails & { readonly id: string | number; readonly run: string | number; readonly status: string | number }): Diagnostic {
  return diagnostic("AML7061", "error", `plan \`${details.id}\` is finished: run ${details.run} is ${details.status}`, details);
}

/** AML7062 (error): plan `{id}` is not finished, so that `--new` does not begin another: run {run} is {status} */
export function planUnfinished(details: DiagnosticDetails & { readonly id: string | number; readonly run: string | number; readonly status: string | number }): Diagnostic {
  return diagnostic("AML7062", "error", `plan \`${details.id}\` is not finished, so that \`--new\` does not begin another: run ${details.run} is ${details.status}`, details);
}

/** AML7063 (error): `{file}` was changed since plan `{id}` began in run {run} */
export function planOfEditedDocument(details: DiagnosticDetails & { readonly file: string | number; readonly id: string | number; readonly run: string | number }): Diagnostic {
  return diagnostic("AML7063", "error", `\`${details.file}\` was changed since plan \`${details.id}\` began in run ${details.run}`, details);
}

/** AML7064 (error): plan `{id}` began in run {run} with another {term} */
export function planOfOtherTerms(details: DiagnosticDetails & { readonly id: string | number; readonly run: string | number; readonly term: string | number }): Diagnostic {
  return diagnostic("AML7064", "error", `plan \`${details.id}\` began in run ${details.run} with another ${details.term}`, details);
}

/** AML7065 (error): plan `{id}` is followed by an agent, step by step, in run {run} */
export function planFollowedByAgent(details: DiagnosticDetails & { readonly id: string | number; readonly run: string | number }): Diagnostic {
  return diagnostic("AML7065", "error", `plan \`${details.id}\` is followed by an agent, step by step, in run ${details.run}`, details);
}

/** AML7066 (error): the plan id `{id}` stands for two diagrams of this document */
export function repeatedPlanId(details: DiagnosticDetails & { readonly id: string | number }): Diagnostic {
  return diagnostic("AML7066", "error", `the plan id \`${details.id}\` stands for two diagrams of this document`, details);
}

/** AML7067 (error): `--design-id` names the plan of a document with one diagram; this one has {count} */
export function oneDiagramNeeded(details: DiagnosticDetails & { readonly count: string | number }): Diagnostic {
  return diagnostic("AML7067", "error", `\`--design-id\` names the plan of a document with one diagram; this one has ${details.count}`, details);
}

/** AML7068 (hint): only a comment stands where the diagram of `{implementation}` goes */
export function diagramLeftOut(details: DiagnosticDetails & { readonly implementation: string | number }): Diagnostic {
  return diagnostic("AML7068", "hint", `only a comment stands where the diagram of \`${details.implementation}\` goes`, details);
}
