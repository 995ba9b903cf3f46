import { announce, button } from './dom';

/** The clipboard interface is missing or refused on some file:// pages; then a selection is used. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    area.className = 'visually-hidden';
    document.body.appendChild(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }
}

export function copyButton(text: string, testId: string): HTMLButtonElement {
  const made = button('Copy', { class: 'small-button', testId }, () => {
    void copy(text).then((done) => {
      made.textContent = done ? 'Copied' : 'Copying failed';
      announce(made.textContent);
      window.setTimeout(() => (made.textContent = 'Copy'), 2000);
    });
  });
  return made;
}
