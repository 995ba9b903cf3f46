import type { Run } from '../data/run';
import { splitNames } from '../data/nodes';
import { classColour, correctColour, errorColour, splitColour } from '../palette';
import type { Colouring } from '../state';
import type { Theme } from '../theme';
import type { Choice } from '../ui/controls';
import { swatch } from '../ui/controls';
import { element } from '../ui/dom';
import { shortText } from '../ui/text';

export const colourings: Choice<Colouring>[] = [
  { value: 'class', label: 'true class' },
  { value: 'prediction', label: 'prediction' },
  { value: 'error', label: 'right or wrong' },
  { value: 'split', label: 'split' },
];

export function nodeColour(run: Run, colouring: Colouring, theme: Theme, node: number): string {
  const nodes = run.nodes;
  if (!nodes) return theme.neutral;
  switch (colouring) {
    case 'class':
      return classColour(nodes.label[node], theme);
    case 'prediction':
      return classColour(nodes.predicted[node], theme);
    case 'error': {
      const correct = nodes.correct(node);
      if (correct === null) return theme.neutral;
      return correct ? correctColour : errorColour;
    }
    case 'split':
      return splitColour(nodes.split[node], theme);
  }
}

function legendItems(run: Run, colouring: Colouring, theme: Theme): [string, string][] {
  switch (colouring) {
    case 'class':
    case 'prediction': {
      const items = run.classes.map((name, index): [string, string] => [
        name,
        classColour(index, theme),
      ]);
      const unlabelled = colouring === 'class' && run.nodes?.label.some((label) => label < 0);
      return unlabelled ? [...items, ['unlabelled', theme.neutral]] : items;
    }
    case 'error':
      return [
        ['right', correctColour],
        ['wrong', errorColour],
        ['class not known', theme.neutral],
      ];
    case 'split':
      return splitNames.map((name, split): [string, string] => [name, splitColour(split, theme)]);
  }
}

export function nodeLegend(run: Run, colouring: Colouring, theme: Theme): HTMLElement {
  const list = element('ul', {
    class: 'legend',
    testId: 'node-legend',
    aria: { label: 'Colours of the nodes' },
  });
  for (const [name, colour] of legendItems(run, colouring, theme)) {
    list.appendChild(element('li', {}, swatch(colour), shortText(name, 24)));
  }
  return list;
}
