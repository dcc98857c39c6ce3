/** Where the stub model is: nothing else is in the network namespace that it has for itself. */
export const port = 8080;
export const address = `http://127.0.0.1:${port}`;

/** What is written to standard error for each request, before the names of the tools that are offered in it. */
export const asked = "stub-model asked:";
