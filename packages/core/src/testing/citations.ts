/** `verifies("a", "b")`, and the column of a table: `verifies: "a"` or `verifies: ["a", "b"]`. */
const citation = /\bverifies(?:\(|:)\s*\[?\s*((?:"[^"\n]*"\s*,?\s*)+)/g;

const comment = /^\s*(?:\/\/|\/?\*).*$/gm;

/** The requirements that the text of a test file cites, each once. */
export function citationsIn(text: string): string[] {
  const cited = [...text.replace(comment, "").matchAll(citation)].flatMap(([, ids = ""]) =>
    [...ids.matchAll(/"([^"]*)"/g)].map(([, id = ""]) => id),
  );
  return [...new Set(cited)];
}
