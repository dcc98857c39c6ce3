/** How this command was called, so that what it suggests can be typed as it is shown: `aml`, or `./aml` in a clone. */
export function commandName(): string {
  const called = process.env.AML_COMMAND;
  return called !== undefined && /^[\w./-]+$/.test(called) ? called : "aml";
}
