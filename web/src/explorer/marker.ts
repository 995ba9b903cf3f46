import { element } from '../ui/dom';
import type { Point } from './graphView';

/** A ring with a label over a node: an element above the drawing, so that hovering redraws nothing. */
export class Marker {
  private readonly label = element('bdi', { class: 'marker-label' });
  private readonly host = element(
    'div',
    { class: 'marker', hidden: true, aria: { hidden: 'true' } },
    this.label,
  );

  constructor(container: HTMLElement) {
    container.appendChild(this.host);
  }

  /** `labelLeft`: on the left side of the node, because the right edge is near. */
  show(place: Point, radius: number, text: string, labelLeft: boolean): void {
    this.host.hidden = false;
    this.host.style.transform = `translate(${place.x}px, ${place.y}px)`;
    this.host.classList.toggle('label-left', labelLeft);
    this.host.style.setProperty('--radius', `${radius + 4}px`);
    if (this.label.textContent !== text) this.label.textContent = text;
  }

  hide(): void {
    this.host.hidden = true;
  }
}
