import type { Point } from './graphView';

/** Read-only places on the screen, so that tests can point at what WebGL has drawn. */
export interface ReportHook {
  nodeScreenPosition: (node: number) => Point | null;
  edgeScreenPosition: (edge: number) => Point | null;
  mapScreenPosition: (node: number) => Point | null;
  map: () => { nodes: number; running: boolean };
  drawn: () => { nodes: number; edges: number; layoutRunning: boolean };
}

declare global {
  interface Window {
    disgnnReport?: Readonly<Partial<ReportHook>>;
  }
}

/** A place inside an element, in coordinates of the window. */
export function onScreen(container: HTMLElement, place: Point | null): Point | null {
  if (!place) return null;
  const frame = container.getBoundingClientRect();
  return { x: frame.left + place.x, y: frame.top + place.y };
}

export function extendTestHook(part: Partial<ReportHook>): void {
  window.disgnnReport = Object.freeze({ ...window.disgnnReport, ...part });
}
