import type { Nodes } from '../data/nodes';
import { button } from '../ui/dom';
import { cut, shortText } from '../ui/text';

/** A button with the id of a node that jumps to it. */
export function nodeLink(
  nodes: Nodes,
  node: number,
  onOpen: (node: number) => void,
): HTMLButtonElement {
  const link = button('', { class: 'link-button', data: { node: String(node) } }, () =>
    onOpen(node),
  );
  link.append(shortText(nodes.id(node), 18));
  link.setAttribute('aria-label', `Go to node ${cut(nodes.id(node), 60)}`);
  return link;
}
