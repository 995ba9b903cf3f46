/** The range that holds all but the outermost one percent of the values, with a margin. */
export function mostlyWithin(values: number[]): [number, number] {
  const sorted = Float32Array.from(values).sort();
  const left = Math.floor(0.005 * sorted.length);
  const low = sorted[left];
  const high = sorted[sorted.length - 1 - left];
  // All at one place: any width will do, but none would divide by zero.
  const margin = 0.04 * (high - low) || 1;
  return [low - margin, high + margin];
}
