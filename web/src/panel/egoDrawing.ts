import type { Run } from '../data/run';
import { nodeColour } from '../explorer/colouring';
import { channelColour } from '../palette';
import type { Colouring } from '../state';
import { currentTheme } from '../theme';
import { svgElement } from '../ui/dom';
import { cut, drawingText } from '../ui/text';
import type { Neighbour } from './neighbours';

const mostNeighbours = 20;
const size = 300;
const middle = size / 2;
const radius = 112;

interface Placed extends Neighbour {
  x: number;
  y: number;
}

/** The node with its strongest neighbours around it; thicker lines are heavier. */
export function egoDrawing(
  run: Run,
  colouring: Colouring,
  centre: number,
  neighbours: Neighbour[],
  layer: number,
  onOpen: (node: number) => void,
): SVGSVGElement {
  const nodes = run.nodes!;
  const edges = run.edges!;
  const theme = currentTheme();
  const homo = run.channels?.homo ?? 0;
  const shown = neighbours.slice(0, mostNeighbours);
  const heaviest = Math.max(...shown.map((neighbour) => neighbour.weight), 1e-9);
  const placed = shown.map((neighbour, index): Placed => {
    const angle = (2 * Math.PI * index) / shown.length - Math.PI / 2;
    return {
      ...neighbour,
      x: middle + radius * Math.cos(angle),
      y: middle + radius * Math.sin(angle),
    };
  });
  const drawing = svgElement('svg', {
    viewBox: `0 0 ${size} ${size}`,
    class: 'ego',
    role: 'img',
    'data-testid': 'ego',
    'aria-label': `Node ${cut(nodes.id(centre), 60)} with ${shown.length} of its ${neighbours.length} neighbours`,
  });

  const place = new Map(placed.map((neighbour) => [neighbour.node, neighbour]));
  for (const to of placed) {
    for (const entry of edges.incomingOf(to.node)) {
      const from = place.get(edges.source[entry]);
      // An undirected edge has two entries; one line is enough.
      if (!from || (!edges.directed && from.node > to.node)) continue;
      drawing.append(
        svgElement('line', {
          x1: from.x,
          y1: from.y,
          x2: to.x,
          y2: to.y,
          stroke: theme.neutral,
          'stroke-width': 0.7,
          opacity: 0.5,
        }),
      );
    }
  }
  for (const neighbour of placed) {
    const colour =
      edges.layers.length > 0
        ? channelColour(edges.layers[layer].dominant[neighbour.entry], homo)
        : theme.neutral;
    drawing.append(
      svgElement('line', {
        x1: middle,
        y1: middle,
        x2: neighbour.x,
        y2: neighbour.y,
        stroke: colour,
        'stroke-width': 1 + 4 * (neighbour.weight / heaviest),
      }),
    );
  }
  for (const neighbour of placed) {
    const circle = svgElement(
      'circle',
      {
        cx: neighbour.x,
        cy: neighbour.y,
        r: 8,
        fill: nodeColour(run, colouring, theme, neighbour.node),
        stroke: theme.surface,
        'stroke-width': 1.5,
        class: 'ego-node',
      },
      svgElement('title', {}, cut(nodes.id(neighbour.node), 200)),
    );
    circle.addEventListener('click', () => onOpen(neighbour.node));
    drawing.append(
      circle,
      egoLabel(neighbour, drawingText(nodes.id(neighbour.node), 8), theme.mutedText),
    );
  }
  drawing.append(
    svgElement('circle', {
      cx: middle,
      cy: middle,
      r: 12,
      fill: nodeColour(run, colouring, theme, centre),
      stroke: theme.text,
      'stroke-width': 2,
    }),
  );
  return drawing;
}

/** Outside the circle, away from the lines. */
function egoLabel(placed: Placed, text: string, colour: string): SVGTextElement {
  const dx = (placed.x - middle) / radius;
  const dy = (placed.y - middle) / radius;
  return svgElement(
    'text',
    {
      x: placed.x + 13 * dx,
      y: placed.y + 15 * dy + 3,
      'text-anchor': dx > 0.25 ? 'start' : dx < -0.25 ? 'end' : 'middle',
      'font-size': 9,
      fill: colour,
    },
    text,
  );
}
