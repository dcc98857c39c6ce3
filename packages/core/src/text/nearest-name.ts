/** Past this length a name is no slip of the pen, and comparing would cost more than a suggestion is worth. */
const longestCompared = 128;

/** Names looked at by one suggester: a document full of unknown names must not cost names times candidates. */
const comparisonsAllowed = 200_000;

/** A function that finds the candidate an unknown name is most likely a slip of, or undefined when none is near. */
export function nameSuggester(candidates: () => Iterable<string>): (name: string) => string | undefined {
  let names: readonly string[] | undefined;
  let left = comparisonsAllowed;
  return (name) => {
    names ??= [...new Set(candidates())];
    if (left < names.length) return undefined;
    left -= names.length;
    return nearestName(name, names);
  };
}

/** The nearest candidate by edits (a swap of neighbours is one), at most a third of the name away; the first wins. */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > longestCompared) return undefined;
  const wanted = name.toLowerCase();
  let nearest: string | undefined;
  let best = Math.min(3, Math.floor(name.length / 3)) + 1;
  for (const candidate of candidates) {
    if (candidate === name || Math.abs(candidate.length - name.length) >= best) continue;
    const distance = editDistance(wanted, candidate.toLowerCase(), best);
    if (distance >= best) continue;
    nearest = candidate;
    best = distance;
    if (best === 0) break;
  }
  return nearest;
}

/** Optimal string alignment distance, or `limit` as soon as it cannot be less. */
function editDistance(a: string, b: string, limit: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(
        cell(last, column) + 1,
        cell(current, column - 1) + 1,
        cell(last, column - 1) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        cost = Math.min(cost, cell(beforeLast, column - 2) + 1);
      current.push(cost);
      least = Math.min(least, cost);
    }
    if (least >= limit) return limit;
    beforeLast = last;
    last = current;
  }
  return cell(last, b.length);
}

function cell(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
