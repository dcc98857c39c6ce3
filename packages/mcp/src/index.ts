export type { McpOptions } from "./mcp-options.ts";
export { serveMcp } from "./serve.ts";
