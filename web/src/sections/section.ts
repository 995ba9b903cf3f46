import type { Scope } from '../scope';
import type { State } from '../state';

/** What a section may ask of the page around it. */
export interface Page {
  state: State;
  /** Shows the node in the explorer, with its panel. */
  openNode: (node: number) => void;
}

export interface Section {
  id: string;
  title: string;
  /** Fills the host for the current run; what must be undone later goes into the scope. */
  mount: (host: HTMLElement, page: Page, scope: Scope) => void;
}
