// Generated from spec/diagnostics by scripts/generate-diagnostics.mjs. Do not edit.
import type { CatalogueEntry } from "./catalogue-entry.ts";

/** Every diagnostic, by code: what `aml explain` and the tests of the examples read. */
export const catalogue: readonly CatalogueEntry[] = [
  {"code":"AML2007","name":"conflicting-tool-lists","severity":"error","message":"`allow` and `deny` cannot both stand on one `<tool>`","explanation":"A tag either lists what may be used or what may not. Nest two tags to do both.","bad":[{"language":"aml","text":"<tool allow=\"grep\" deny=\"bash\"><session/></tool>\n"}],"good":[{"language":"aml","text":"<tool allow=\"grep,bash\"><tool deny=\"bash\"><session/></tool></tool>\n"}]},
  {"code":"AML7001","name":"cycle","severity":"error","message":"the diagram has a cycle: {edges}","explanation":"Steps of a cycle would each wait for the other, so no order exists. Remove one of the named edges, or, when the edge back leaves a\ngate, bound it with `max_iter` on that gate.","bad":[{"language":"mermaid","text":"flowchart LR\n  A --> B\n  B --> A\n"}],"good":[{"language":"mermaid","text":"flowchart LR\n  A --> B\n"}]},
];
