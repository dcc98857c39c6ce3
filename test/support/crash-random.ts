/** The seed of a run of the tests: `AML_SEED`, else another one each time; tests say it in their names. */
export function seedOfTests(): number {
  const given = process.env.AML_SEED;
  return given === undefined ? Math.floor(Math.random() * 2 ** 32) : Number(given);
}

/** Numbers from 0 up to 1, always the same for one seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
