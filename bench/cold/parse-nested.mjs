import { parse } from "@agent-markup/core";

const depth = 100_000;
const { document, diagnostics } = parse('<tool name="grep">'.repeat(depth) + "</tool>".repeat(depth));
if (document.elements.length !== depth || diagnostics.length > 0) process.exit(1);
