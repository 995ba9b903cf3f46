import type { State } from '../state';
import { onThemeChange } from '../theme';
import { announce, append, button, element } from '../ui/dom';
import { cut } from '../ui/text';
import { edgePanel } from './edgePanel';
import { nodePanel } from './nodePanel';

/** The panel beside the drawings; it shows what is selected. Escape closes it. */
export class SidePanel {
  private allowed = false;
  private openedFrom: Element | null = null;

  constructor(
    private readonly host: HTMLElement,
    private readonly state: State,
    private readonly onOpen: (node: number) => void,
  ) {
    state.on('selection', () => this.show(true));
    state.on('colouring', () => this.show(false));
    onThemeChange(() => this.show(false));
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && !host.hidden) this.close();
    });
  }

  /** Only sections that draw nodes have a panel. */
  allow(allowed: boolean): void {
    this.allowed = allowed;
    this.show(false);
  }

  private close(): void {
    const back = this.openedFrom;
    this.state.select(null);
    if (back instanceof HTMLElement && back.isConnected) back.focus();
  }

  private show(selectionChanged: boolean): void {
    const selection = this.state.selection;
    const visible = this.allowed && selection !== null;
    if (visible && this.host.hidden) this.openedFrom = document.activeElement;
    this.host.hidden = !visible;
    document.body.classList.toggle('panel-open', visible);
    if (!visible || !selection) return;
    const heading = element(
      'h2',
      { testId: 'side-panel-heading' },
      selection.kind === 'node'
        ? `Node ${cut(this.state.run.nodes?.id(selection.node) ?? '', 24)}`
        : 'Edge',
    );
    const body = element('div', { class: 'panel-body', testId: `${selection.kind}-panel` });
    append(
      body,
      ...(selection.kind === 'node'
        ? nodePanel(this.state, selection.node, this.onOpen)
        : edgePanel(this.state, selection.edge, this.onOpen)),
    );
    this.host.replaceChildren(
      element(
        'div',
        { class: 'panel-head' },
        heading,
        button(
          'Close',
          { class: 'small-button', testId: 'close-panel', title: 'Close (Escape)' },
          () => this.close(),
        ),
      ),
      body,
    );
    if (selectionChanged) {
      this.host.scrollTop = 0;
      announce(`${heading.textContent} selected`);
    }
  }
}
