import { refuse } from "../tool-error.ts";

/** One name of a glob: text, `*`, `?` and `[...]`. */
export interface Segment {
  matches(name: string): boolean;
}

type Token = "anything" | { readonly accepts: (character: string) => boolean; readonly text?: string };

const anyCharacter: Token = { accepts: () => true };

/** Reads one segment of a glob; a backslash takes the meaning from the character after it. */
export function segmentOf(pattern: string): Segment {
  const characters = [...pattern];
  const tokens: Token[] = [];
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] ?? "";
    if (character === "*") {
      if (tokens.at(-1) !== "anything") tokens.push("anything");
    } else if (character === "?") tokens.push(anyCharacter);
    else if (character === "[") {
      const end = endOfClass(characters, at);
      if (end === -1) refuse(`the pattern "${pattern}" has a [ that is never closed: write \\[ for the character`);
      tokens.push(classOf(characters.slice(at + 1, end)));
      at = end;
    } else if (character === "\\" && at + 1 < characters.length) tokens.push(text(characters[++at] ?? ""));
    else tokens.push(text(character));
  }
  return { matches: (name) => isMeant(name, tokens) && matchesFrom(tokens, [...name]) };
}

/**
 * Whether a wildcard may stand for this name. Hidden files and what a package manager installed are matched only where
 * the pattern spells what makes them so, as shells do: they are seldom what is looked for.
 */
export function isQuiet(name: string): boolean {
  return name.startsWith(".") || name === "node_modules";
}

function isMeant(name: string, tokens: readonly Token[]): boolean {
  if (!isQuiet(name)) return true;
  const [first] = tokens;
  const beginsWithDot = first !== undefined && first !== "anything" && first.text === ".";
  return name.startsWith(".")
    ? beginsWithDot
    : tokens.every((token) => token !== "anything" && token.text !== undefined);
}

/** Goes back to the last `*` only: whatever an earlier one could take, the last one can take as well. */
function matchesFrom(tokens: readonly Token[], characters: readonly string[]): boolean {
  let token = 0;
  let afterStar = -1;
  let resumeAt = 0;
  for (let at = 0; at < characters.length; ) {
    const expected = tokens[token];
    if (expected === "anything") {
      afterStar = ++token;
      resumeAt = at;
    } else if (expected?.accepts(characters[at] ?? "") === true) {
      token++;
      at++;
    } else {
      if (afterStar === -1) return false;
      token = afterStar;
      at = ++resumeAt;
    }
  }
  return tokens.slice(token).every((rest) => rest === "anything");
}

function text(character: string): Token {
  return { accepts: (other) => other === character, text: character };
}

/** A `]` that comes first belongs to the class. */
function endOfClass(characters: readonly string[], start: number): number {
  const first = isNegation(characters[start + 1]) ? start + 2 : start + 1;
  return characters.indexOf("]", first + 1);
}

function classOf(characters: readonly string[]): Token {
  const isNegated = isNegation(characters[0]);
  const members = isNegated ? characters.slice(1) : characters;
  const ranges: (readonly [number, number])[] = [];
  for (let at = 0; at < members.length; at++) {
    const isRange = members[at + 1] === "-" && at + 2 < members.length;
    const [from = "", to = ""] = [members[at], members[isRange ? at + 2 : at]];
    ranges.push([from.codePointAt(0) ?? 0, to.codePointAt(0) ?? 0]);
    if (isRange) at += 2;
  }
  return {
    accepts: (character) => {
      const code = character.codePointAt(0) ?? 0;
      return ranges.some(([from, to]) => from <= code && code <= to) !== isNegated;
    },
  };
}

function isNegation(character: string | undefined): boolean {
  return character === "!" || character === "^";
}
