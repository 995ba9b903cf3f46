import { csvDocument, type CsvValue } from './csv';
import { append, button, element, type Child } from './dom';
import { download, fileName } from './download';

export interface TableColumn<Row> {
  title: string;
  /** What is sorted by and written to CSV, with full precision. */
  value: (row: Row) => CsvValue;
  /** What is shown; the value itself if left out. */
  cell?: (row: Row) => Child;
  numeric?: boolean;
}

export interface TableSpec<Row> {
  testId: string;
  caption: string;
  columns: TableColumn<Row>[];
  rows: Row[];
  sortable?: boolean;
  /** Rows beyond this number are shown on demand. */
  limit?: number;
  current?: (row: Row) => boolean;
  hideCaption?: boolean;
}

function compare(a: CsvValue, b: CsvValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a ?? '').localeCompare(String(b ?? ''), 'en', { numeric: true });
}

/** A table with sortable columns and a button that downloads it as CSV. */
export function table<Row>(spec: TableSpec<Row>): HTMLElement {
  let sortedBy: { column: number; descending: boolean } | null = null;
  let limit = spec.limit ?? Number.POSITIVE_INFINITY;
  const body = element('tbody');
  const headers = spec.columns.map((column, index) => headerCell(column, index));
  const more = button('Show all', { class: 'small-button' }, () => {
    limit = Number.POSITIVE_INFINITY;
    fill();
  });
  const csv = button(
    'CSV',
    {
      class: 'small-button',
      aria: { label: `Download ${spec.caption} as CSV` },
      testId: `${spec.testId}-csv`,
    },
    () => {
      const rows = sortedRows().map((row) => spec.columns.map((column) => column.value(row)));
      const text = csvDocument(
        spec.columns.map((column) => column.title),
        rows,
      );
      download(
        fileName(['disgnn', spec.testId], 'csv'),
        new Blob([text], { type: 'text/csv;charset=utf-8' }),
      );
    },
  );

  function headerCell(column: TableColumn<Row>, index: number): HTMLTableCellElement {
    const cell = element('th', { class: column.numeric ? 'numeric' : '' });
    cell.scope = 'col';
    if (spec.sortable) {
      append(
        cell,
        button(column.title, { class: 'sort-button' }, () => sortBy(index)),
      );
    } else {
      append(cell, column.title);
    }
    return cell;
  }

  function sortBy(column: number): void {
    const again = sortedBy?.column === column;
    const descending = again ? !sortedBy!.descending : spec.columns[column].numeric === true;
    sortedBy = { column, descending };
    headers.forEach((header, index) => {
      if (index === column)
        header.setAttribute('aria-sort', descending ? 'descending' : 'ascending');
      else header.removeAttribute('aria-sort');
    });
    fill();
  }

  /** Rows without a value stay at the end in both orders. */
  function sortedRows(): Row[] {
    if (!sortedBy) return spec.rows;
    const { column, descending } = sortedBy;
    const value = spec.columns[column].value;
    const absent = (row: Row) => value(row) === null || value(row) === undefined;
    return [...spec.rows].sort((a, b) => {
      if (absent(a) || absent(b)) return Number(absent(a)) - Number(absent(b));
      return descending ? compare(value(b), value(a)) : compare(value(a), value(b));
    });
  }

  function fill(): void {
    body.replaceChildren(
      ...sortedRows()
        .slice(0, limit)
        .map((row) => {
          const line = element('tr');
          if (spec.current?.(row)) line.setAttribute('aria-current', 'true');
          for (const column of spec.columns) {
            const shown = column.cell ? column.cell(row) : String(column.value(row) ?? '–');
            line.appendChild(element('td', { class: column.numeric ? 'numeric' : '' }, shown));
          }
          return line;
        }),
    );
    more.hidden = spec.rows.length <= limit;
    more.textContent = `Show all ${spec.rows.length.toLocaleString('en-US')} rows`;
  }

  fill();
  return element(
    'div',
    { class: 'table-frame', testId: spec.testId },
    element(
      'div',
      { class: 'frame-head' },
      element('h3', { class: spec.hideCaption ? 'visually-hidden' : '' }, spec.caption),
      element('div', { class: 'frame-tools' }, csv),
    ),
    element(
      'div',
      { class: 'table-scroll', tabIndex: 0, role: 'region', aria: { label: spec.caption } },
      element('table', {}, element('thead', {}, element('tr', {}, ...headers)), body),
    ),
    more,
  );
}
