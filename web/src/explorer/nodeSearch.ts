import type { Nodes } from '../data/nodes';
import { count } from '../format';
import { element } from '../ui/dom';
import { shortText } from '../ui/text';

const mostSuggestions = 12;

/** A box that suggests node ids while one types; arrow keys and Enter choose. */
export function nodeSearch(nodes: Nodes, onChoose: (node: number) => void): HTMLElement {
  const list = element('ul', {
    class: 'suggestions',
    role: 'listbox',
    id: 'node-suggestions',
    testId: 'suggestions',
    hidden: true,
  });
  list.setAttribute('aria-label', 'Matching nodes');
  const input = element('input', { id: 'node-search', testId: 'node-search', role: 'combobox' });
  input.type = 'search';
  input.autocomplete = 'off';
  input.spellcheck = false;
  input.placeholder = `one of ${count(nodes.count)} node ids`;
  input.setAttribute('aria-controls', list.id);
  input.setAttribute('aria-expanded', 'false');
  input.setAttribute('aria-autocomplete', 'list');
  const note = element('span', { class: 'search-note', role: 'status' });
  let found: number[] = [];
  let active = -1;

  function close(): void {
    list.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
    active = -1;
  }

  function choose(node: number): void {
    input.value = nodes.id(node).slice(0, 200);
    note.textContent = '';
    close();
    onChoose(node);
  }

  function mark(index: number): void {
    active = index;
    [...list.children].forEach((item, i) =>
      item.setAttribute('aria-selected', String(i === index)),
    );
    if (index >= 0) input.setAttribute('aria-activedescendant', `node-suggestion-${index}`);
  }

  function suggest(): void {
    note.textContent = '';
    found = input.value === '' ? [] : nodes.suggest(input.value, mostSuggestions);
    list.replaceChildren(
      ...found.map((node, index) => {
        const item = element(
          'li',
          { role: 'option', id: `node-suggestion-${index}` },
          shortText(nodes.id(node), 40),
        );
        // Before the input loses focus and closes the list.
        item.addEventListener('pointerdown', (event) => {
          event.preventDefault();
          choose(node);
        });
        return item;
      }),
    );
    list.hidden = found.length === 0;
    input.setAttribute('aria-expanded', String(found.length > 0));
    mark(-1);
  }

  input.addEventListener('input', suggest);
  input.addEventListener('blur', close);
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (found.length === 0) return;
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      mark((active + step + found.length) % found.length);
    } else if (event.key === 'Enter') {
      const exact = nodes.find(input.value);
      const node = active >= 0 ? found[active] : exact >= 0 ? exact : found[0];
      if (node !== undefined) choose(node);
      else note.textContent = 'No such node.';
    } else if (event.key === 'Escape' && !list.hidden) {
      event.stopPropagation();
      close();
    }
  });
  const label = element('label', {}, 'Find a node');
  label.htmlFor = input.id;
  return element('div', { class: 'control search' }, label, input, list, note);
}
