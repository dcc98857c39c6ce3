const part = "[a-z0-9]+(?:-[a-z0-9]+)*";
const proper = new RegExp(`^${part}(?:/${part})?$`);
const loosePart = "[a-z0-9._]+(?:-[a-z0-9._]+)*";
const loose = new RegExp(`^${loosePart}(?:/${loosePart})?$`, "i");

/**
 * Whether a definition may bear the name: `a-z 0-9 -` as `part` or `package/part`. Real documents have capitals,
 * dots and underscores, so those make a name unusual rather than wrong (language.md 4.5).
 */
export function judgeName(name: string): "proper" | "unusual" | "wrong" {
  if (name.length > 128) return "wrong";
  return proper.test(name) ? "proper" : loose.test(name) ? "unusual" : "wrong";
}
