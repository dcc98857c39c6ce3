/** Interface definitions (the AML language, section 4.2). */
export const interfaces = {
  section: "4.2",
  rules: {
    "interface.name": "An interface needs `name`.",
    "interface.implements": "`implements` on an interface is the older `extends`: a warning, with a fix.",
    "interface.implements-differs": "`extends` and `implements` that name different parents are an error.",
    "interface.description-text": "The text of an interface is its description where the attribute is absent.",
    "interface.param.types": "A param is of a known type or of a contract; any other type is an error.",
    "interface.param.type-default": "A param without `type` is a string.",
    "interface.param.enum-values": "An enum without `values` is an error.",
    "interface.param.values-enum": "`values` on anything but an enum is an error.",
    "interface.param.default-fits": "A default that does not fit its type is an error.",
    "interface.param.required-default": "`required` beside `default` is a warning.",
    "interface.param.empty-value": "An empty entry in `values` is a warning.",
    "interface.param.unique": "Two params of one name are an error.",
    "interface.param.required-forms":
      '`required`, `required="true"` and `required="false"` are valid, and nothing else.',
    "interface.returns.types": "`returns` follows the rules of types and values, and names are unique.",
    "interface.returns.attributes": "`returns` knows neither `required` nor `default`.",
    "interface.patterns.body": "`reads` and `writes` hold comma-separated globs in their bodies.",
    "interface.patterns.self-closing": "Self-closing `reads` and `writes` need `patterns`.",
    "interface.patterns.once": "A second `reads` or `writes` is an error.",
    "interface.reference.forms": "A reference is self-closing or wraps a body.",
    "interface.reference.excludes": "`ref` beside `interface`, `impl`, `define` or `name` is an error.",
    "interface.tool.form": "The constraint of an interface is self-closing and has `allow` or `deny`.",
    "interface.tool.narrows": "The constraint of an interface narrows what runs through it, by whatever name.",
  },
} as const;

/** Implementation definitions (the AML language, section 4.3). */
export const implementations = {
  section: "4.3",
  rules: {
    "implementation.required": "An implementation needs `name` and `implements`.",
    "implementation.priority": "`priority` is an integer; without it, 0.",
    "implementation.capabilities": "`capabilities` lists known capabilities only.",
    "implementation.body": "The body is the instruction text.",
    "implementation.diagram": "The body may hold a mermaid diagram.",
    "implementation.reference": "A wrapping reference keeps its body: text, diagram, nodes and references in it.",
    "implementation.node.type": "A node is of one of the types of steps.",
    "implementation.node.unique": "Two nodes of one name are an error, wherever in the definition they stand.",
    "implementation.node.tool-without-use": "A tool node that names no tool is a warning.",
    "implementation.node.prompt-with-use": "A prompt node that names a tool is a warning.",
    "implementation.node.matches":
      "A node matches a node of the diagram by id or by label; one that matches none is an error.",
  },
} as const;

/** Contract definitions (the AML language, section 4.4). */
export const contracts = {
  section: "4.4",
  rules: {
    "contract.name": "A contract needs `name`.",
    "contract.field.types": "A field is of a type of params, or an object; any other type is an error.",
    "contract.field.nested": "Only an object and a list may have fields.",
    "contract.field.list-item": "The fields of a list describe one item of it.",
    "contract.field.unique": "Two fields of one name at one level are an error.",
    "contract.field.enum-values": "A field that is an enum needs `values`.",
    "contract.field.default-fits": "The default of a field fits its type.",
    "contract.field.object-implied": "A field with fields and without a type is an object.",
    "contract.registered": "`contract:NAME` of an unknown contract is an error.",
    "contract.inherited": "A contract has the fields of the one it extends.",
    "contract.narrow.type": "A redeclared field of another type is an error.",
    "contract.narrow.values": "A redeclared enum with a value the inherited one lacks is an error.",
    "contract.narrow.required": "A redeclared field may turn required, but not optional.",
  },
} as const;
