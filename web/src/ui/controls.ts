import { button, element } from './dom';

let controlCount = 0;

function uniqueId(): string {
  controlCount += 1;
  return `control-${controlCount}`;
}

export interface Choice<Value> {
  value: Value;
  label: string;
}

export interface Chooser {
  element: HTMLElement;
  select: HTMLSelectElement;
}

/** A labelled drop-down list. */
export function chooser<Value>(
  label: string,
  testId: string,
  choices: Choice<Value>[],
  current: Value,
  onChange: (value: Value) => void,
): Chooser {
  const select = element('select', { id: uniqueId(), testId });
  choices.forEach((choice, index) => {
    const option = element('option', {}, choice.label);
    option.value = String(index);
    option.selected = choice.value === current;
    select.appendChild(option);
  });
  select.addEventListener('change', () => onChange(choices[Number(select.value)].value));
  const caption = element('label', {}, label);
  caption.htmlFor = select.id;
  return { element: element('div', { class: 'control' }, caption, select), select };
}

export function checkbox(
  label: string,
  testId: string,
  checked: boolean,
  onChange: (checked: boolean) => void,
): HTMLElement {
  const box = element('input', { id: uniqueId(), testId });
  box.type = 'checkbox';
  box.checked = checked;
  box.addEventListener('change', () => onChange(box.checked));
  const caption = element('label', {}, label);
  caption.htmlFor = box.id;
  return element('div', { class: 'control check' }, box, caption);
}

/** Lower and upper limit of a share, in percent. */
export function percentRange(
  label: string,
  testId: string,
  onChange: (low: number, high: number) => void,
): HTMLElement {
  const field = (name: string, start: number): HTMLInputElement => {
    const input = element('input', {
      aria: { label: `${label}, ${name}` },
      testId: `${testId}-${name}`,
    });
    input.type = 'number';
    input.min = '0';
    input.max = '100';
    input.step = '5';
    input.value = String(start);
    return input;
  };
  const low = field('from', 0);
  const high = field('to', 100);
  const limit = (input: HTMLInputElement, fallback: number): number => {
    const value = input.valueAsNumber;
    return Number.isFinite(value) ? Math.min(Math.max(value, 0), 100) / 100 : fallback;
  };
  const report = () => onChange(limit(low, 0), limit(high, 1));
  low.addEventListener('input', report);
  high.addEventListener('input', report);
  return element(
    'div',
    { class: 'control', role: 'group', aria: { label } },
    element('span', { class: 'control-caption' }, label),
    element('span', { class: 'range-fields' }, low, 'to', high, '%'),
  );
}

/** A button that stays pressed; used for filters that can be combined. */
export function toggleChip(
  label: string,
  colour: string,
  testId: string,
  pressed: boolean,
  onChange: (pressed: boolean) => void,
): HTMLButtonElement {
  const chip = button('', { class: 'chip', testId, aria: { pressed: String(pressed) } }, () => {
    const now = chip.getAttribute('aria-pressed') !== 'true';
    chip.setAttribute('aria-pressed', String(now));
    onChange(now);
  });
  chip.append(swatch(colour), label);
  return chip;
}

export function swatch(colour: string): HTMLElement {
  const made = element('span', { class: 'swatch', aria: { hidden: 'true' } });
  made.style.backgroundColor = colour;
  return made;
}
