import { button } from '../ui/dom';
import type { GraphView } from './graphView';

export function viewButtons(view: GraphView): HTMLButtonElement[] {
  const make = (label: string, meaning: string, action: () => void) =>
    button(label, { class: 'small-button', aria: { label: meaning }, title: meaning }, action);
  return [
    make('+', 'Zoom in', () => view.zoom(1 / 1.5)),
    make('−', 'Zoom out', () => view.zoom(1.5)),
    make('Fit', 'Fit to the frame', () => view.fit()),
  ];
}
