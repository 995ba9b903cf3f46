/** How numbers are written: accuracies as percent with two digits, others with three figures. */

export const missing = '–';

export function percent(value: number | null | undefined): string {
  return isNumber(value) ? `${(100 * value).toFixed(2)} %` : missing;
}

export function percentSpread(spread: { mean: number; std: number } | null | undefined): string {
  if (!spread || !isNumber(spread.mean)) return missing;
  return `${(100 * spread.mean).toFixed(2)} ± ${(100 * (spread.std ?? 0)).toFixed(2)} %`;
}

/** Three significant figures, without an exponent where the number is of a usual size. */
export function figures(value: number | null | undefined): string {
  if (!isNumber(value)) return missing;
  const size = Math.abs(value);
  if (size < 1e9 && (size >= 1000 || Number.isInteger(value))) return count(Math.round(value));
  if (size < 1e-4 || size >= 1e9) return minus(value.toExponential(2));
  return minus(value.toPrecision(3));
}

/** The same without zeros at the end: for axes, whose numbers are round. */
export function axisFigures(value: number): string {
  return figures(Number(value.toPrecision(3)))
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
}

export function axisPercent(value: number): string {
  return `${axisFigures(100 * value)} %`;
}

/** Like figures, with a sign: for what adds up. */
export function signed(value: number): string {
  return value > 0 ? `+${figures(value)}` : figures(value);
}

export function fixed(value: number | null | undefined, digits: number): string {
  if (!isNumber(value)) return missing;
  const text = value.toFixed(digits);
  return Number(text) === 0 ? text.replace('-', '') : minus(text);
}

export function count(value: number | null | undefined): string {
  return isNumber(value) ? minus(value.toLocaleString('en-US')) : missing;
}

export function seconds(value: number | null | undefined): string {
  if (!isNumber(value)) return missing;
  if (value < 120) return `${figures(value)} s`;
  if (value < 7200) return `${figures(value / 60)} min`;
  return `${figures(value / 3600)} h`;
}

export function milliseconds(value: number | null | undefined): string {
  return isNumber(value) ? `${figures(value)} ms` : missing;
}

export function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function minus(text: string): string {
  return text.replace(/^-/, '−');
}
