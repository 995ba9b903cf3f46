export type CsvValue = string | number | boolean | null | undefined;

/**
 * RFC 4180. Spreadsheets run text that begins with = + - @ as a formula; an apostrophe before it
 * stops that. Numbers are left as they are.
 */
export function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe;
}

export function csvDocument(header: string[], rows: CsvValue[][]): string {
  return [header, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}
