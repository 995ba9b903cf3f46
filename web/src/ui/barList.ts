import { element, type Child } from './dom';

export interface Bar {
  label: Child;
  value: number;
  text: string;
  colour: string;
}

/** Horizontal bars with their numbers; negative ones go to the left of a common zero line. */
export function barList(
  bars: Bar[],
  testId: string,
  limits?: { low: number; high: number },
): HTMLElement {
  const low = limits?.low ?? Math.min(0, ...bars.map((bar) => bar.value));
  const high = limits?.high ?? Math.max(0, ...bars.map((bar) => bar.value));
  const span = high - low || 1;
  const zero = (0 - low) / span;
  const list = element('ul', { class: 'bar-list', testId });
  for (const bar of bars) {
    const end = (bar.value - low) / span;
    const fill = element('span', { class: 'bar-fill' });
    fill.style.left = `${100 * Math.min(zero, end)}%`;
    fill.style.width = `${100 * Math.abs(end - zero)}%`;
    fill.style.backgroundColor = bar.colour;
    const axis = element('span', { class: 'bar-zero' });
    axis.style.left = `${100 * zero}%`;
    list.appendChild(
      element(
        'li',
        {},
        element('span', { class: 'bar-label' }, bar.label),
        element('span', { class: 'bar-track', aria: { hidden: 'true' } }, fill, axis),
        element('span', { class: 'bar-value' }, bar.text),
      ),
    );
  }
  return list;
}
