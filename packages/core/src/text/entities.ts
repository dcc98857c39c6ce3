const characters: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** Decodes the five entities, once; any other `&...;` is left as it is (language.md 2). */
export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(lt|gt|amp|quot|apos);/g, (whole, name: string) => characters[name] ?? whole);
}
