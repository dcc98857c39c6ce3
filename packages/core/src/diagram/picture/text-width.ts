// Shares of the font size, on the generous side: no font is at hand where a picture is made, and no two readers have the same.
const classes: readonly (readonly [RegExp, number])[] = [
  [/[\p{M}\p{Default_Ignorable_Code_Point}]/u, 0],
  [/[ijl|!.,:;'`I]/, 0.31],
  [/[ ftr()[\]{}/\\"*-]/, 0.39],
  [/[mwMW@%—…]/, 0.95],
  [/[A-Z&#]/, 0.72],
  [/[ -~]/, 0.59],
  [
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303f\uff00-\uff60]/u,
    1.1,
  ],
];

const otherwise = 0.72;

/** How wide a line is likely to be at a font size, in the same unit. */
export function textWidth(line: string, size: number): number {
  let width = 0;
  for (const character of line) width += classes.find(([pattern]) => pattern.test(character))?.[1] ?? otherwise;
  return width * size;
}
