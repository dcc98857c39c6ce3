/** Whether a text can be the id of a plan (diagram.md 1). */
export function isPlanId(id: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(id);
}
