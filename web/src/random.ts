/** Numbers that look random and are the same every time (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * A uniform subset in the original order, always the same one: each item is taken with the chance
 * that is left for it.
 */
export function sample(items: number[], size: number): number[] {
  if (items.length <= size) return items;
  const random = randomNumbers(20220425);
  const taken: number[] = [];
  for (let i = 0; i < items.length && taken.length < size; i++) {
    if (random() * (items.length - i) < size - taken.length) taken.push(items[i]);
  }
  return taken;
}
