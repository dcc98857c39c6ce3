/** What the bridge and the runtime say to each other before the first message; loaded by both. */
export const socketVariable = "AML_TOOLS_SOCKET";
export const tokenVariable = "AML_TOOLS_TOKEN";

/** The whole answer to a right token. */
export const bridgeReady = "ready\n";
