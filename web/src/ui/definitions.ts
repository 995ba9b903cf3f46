import { element, type Child } from './dom';

/** Names with their values, for cards and panels. */
export function definitions(rows: [string, Child][], testId?: string): HTMLElement {
  const list = element('dl', { class: 'definitions', testId });
  for (const [name, value] of rows) {
    list.append(element('dt', {}, name), element('dd', {}, value));
  }
  return list;
}

export function card(title: string, testId: string, ...children: Child[]): HTMLElement {
  return element(
    'section',
    { class: 'card', testId, aria: { label: title } },
    element('h3', {}, title),
    ...children,
  );
}

/** What stands where there is nothing to show. */
export function emptyNote(text: string): HTMLElement {
  return element('p', { class: 'empty-note', testId: 'empty-note' }, text);
}
