import { element } from './dom';

/** Text from data files: any length, any script, control characters. */

/** Cut by characters, not code units, so that no surrogate pair is torn. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${[...text.slice(0, 2 * limit)].slice(0, limit - 1).join('')}…`;
}

/** Names that only differ at the end stay different when they are cut in the middle. */
function cutMiddle(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const start = [...text.slice(0, limit)].slice(0, Math.ceil(limit / 2)).join('');
  const end = [...text.slice(-limit)].slice(-Math.floor(limit / 2) + 1).join('');
  return `${start}…${end}`;
}

/** An element that shows the beginning of a text; the whole text is its tooltip. */
export function shortText(text: string, limit = 32): HTMLElement {
  const shown = text === '' ? '(empty)' : cut(text, limit);
  // bdi keeps right-to-left marks of the text from reordering what stands beside it.
  const made = element('bdi', { class: 'data-text' }, shown);
  if (shown !== text) made.title = text === '' ? 'an empty text' : text;
  return made;
}

/** The same with the whole text one click away. */
export function expandableText(text: string, limit = 60): HTMLElement {
  if ([...text.slice(0, 2 * limit)].length <= limit) return shortText(text, limit);
  return element(
    'details',
    { class: 'long-text' },
    element(
      'summary',
      {},
      shortText(text, limit),
      ` (${text.length.toLocaleString('en-US')} characters)`,
    ),
    element('bdi', { class: 'data-text whole-text' }, text),
  );
}

/** Text inside drawings, where there is no bdi: control characters go, direction is isolated. */
export function drawingText(text: string, limit = 20): string {
  const plain = cutMiddle(text === '' ? '(empty)' : text, limit).replace(
    /[\u0000-\u001f\u007f-\u009f]/g,
    ' ',
  );
  return /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufefc]/.test(plain)
    ? `\u2068${plain.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')}\u2069`
    : plain;
}

/** In addition, braces must not be read as the style marks of ECharts. */
export function chartText(text: string, limit = 20): string {
  return drawingText(text, limit).replace(/\{/g, '{\u200b');
}
