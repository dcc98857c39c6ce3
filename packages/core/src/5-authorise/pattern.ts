/**
 * One step of a pattern: a character as it is; `any` run of characters; a run within a `name`, which no `/` ends; or
 * `folders`, which is nothing or ends with a `/`.
 */
export type PatternToken = { readonly character: string } | "any" | "name" | "folders";

/** The tokens of a text that stands for itself. */
export function literal(text: string): PatternToken[] {
  return text.split("").map((character) => ({ character }));
}

/**
 * Whether a pattern stands for the whole text. It is followed as a set of places at once, never by trying one way after
 * another: whoever writes the text, it takes no longer than its length times the pattern's.
 */
export function matchesPattern(pattern: readonly PatternToken[], text: string): boolean {
  let places = entered(pattern, new Set<number>(), 0);
  for (let at = 0; at < text.length && places.size > 0; at++) {
    const next = new Set<number>();
    for (const place of places) follow(pattern, next, place, text.charAt(at));
    places = next;
  }
  return places.has(pattern.length);
}

/** A place, and those behind it that need no character. Within `folders` the place is half a step further. */
function entered(pattern: readonly PatternToken[], places: Set<number>, place: number): Set<number> {
  places.add(place);
  const token = pattern[place];
  if (token === "any" || token === "name") entered(pattern, places, place + 1);
  if (token === "folders") {
    places.add(place + 0.5);
    entered(pattern, places, place + 1);
  }
  return places;
}

function follow(pattern: readonly PatternToken[], next: Set<number>, place: number, character: string): void {
  const token = pattern[Math.floor(place)];
  if (token === undefined) return;
  if (token === "any" || (token === "name" && character !== "/")) entered(pattern, next, place);
  else if (token === "folders") {
    if (place % 1 === 0) return;
    next.add(place);
    if (character === "/") entered(pattern, next, place + 0.5);
  } else if (typeof token === "object" && token.character === character) entered(pattern, next, place + 1);
}
