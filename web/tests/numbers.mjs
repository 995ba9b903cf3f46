// How the page writes numbers, said once more for the tests.
export const percent = (value) =>
  typeof value === 'number' ? `${(100 * value).toFixed(2)} %` : '–';
export const spread = (one) => `${(100 * one.mean).toFixed(2)} ± ${(100 * one.std).toFixed(2)} %`;
export const count = (value) => value.toLocaleString('en-US');
export const fixed = (value, digits) =>
  value
    .toFixed(digits)
    .replace(/^-(?=0\.0+$)/, '')
    .replace(/^-/, '−');
export function figures(value) {
  if (typeof value !== 'number') return '–';
  const size = Math.abs(value);
  if (size < 1e9 && (size >= 1000 || Number.isInteger(value)))
    return count(Math.round(value)).replace(/^-/, '−');
  const text = size < 1e-4 ? value.toExponential(2) : value.toPrecision(3);
  return text.replace(/^-/, '−');
}
