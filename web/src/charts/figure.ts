import { BarChart, HeatmapChart, LineChart } from 'echarts/charts';
import {
  GridComponent,
  LegendComponent,
  MarkLineComponent,
  TooltipComponent,
  VisualMapComponent,
} from 'echarts/components';
import { type EChartsCoreOption, type EChartsType, init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import type { Scope } from '../scope';
import { currentTheme, onThemeChange, type Theme } from '../theme';
import { element } from '../ui/dom';
import { exportButtons } from './export';

use([
  BarChart,
  HeatmapChart,
  LineChart,
  GridComponent,
  LegendComponent,
  MarkLineComponent,
  TooltipComponent,
  VisualMapComponent,
  SVGRenderer,
]);

export interface FigureSpec {
  testId: string;
  title: string;
  note?: string;
  height: number | ((width: number) => number);
  /** The chart in words, with its key numbers. */
  describe: () => string;
  option: (theme: Theme, width: number) => EChartsCoreOption;
}

export interface Figure {
  element: HTMLElement;
  /** Draws again: the data, the theme or a choice has changed. */
  update: () => void;
}

const drawn = new Set<() => void>();

/** Draws every figure that has a size now, without waiting for the browser to report it. */
export function drawAllFigures(): void {
  for (const draw of drawn) draw();
}

/** A chart with a heading, a text alternative and buttons that export it. */
export function figure(scope: Scope, spec: FigureSpec): Figure {
  const canvas = element('div', { class: 'chart', role: 'img', testId: `${spec.testId}-chart` });
  let chart: EChartsType | null = null;
  let drawnWidth = 0;

  function draw(): void {
    const width = canvas.clientWidth;
    if (width === 0) return;
    drawnWidth = width;
    const height = typeof spec.height === 'number' ? spec.height : spec.height(width);
    canvas.style.height = `${height}px`;
    chart ??= init(canvas, null, { renderer: 'svg', width, height });
    chart.resize({ width, height });
    const theme = currentTheme();
    chart.setOption({ ...basicOption(theme), ...spec.option(theme, width) }, { notMerge: true });
    canvas.setAttribute('aria-label', `${spec.title}. ${spec.describe()}`);
  }

  const sizes = new ResizeObserver(() => {
    if (canvas.clientWidth !== drawnWidth) draw();
  });
  sizes.observe(canvas);
  drawn.add(draw);
  scope.add(onThemeChange(draw));
  scope.add(() => {
    sizes.disconnect();
    drawn.delete(draw);
    chart?.dispose();
  });

  const svgText = () => {
    if (!chart) draw();
    return chart ? chart.renderToSVGString() : '';
  };
  return {
    element: element(
      'figure',
      { class: 'figure', testId: spec.testId },
      element(
        'figcaption',
        { class: 'frame-head' },
        element('h3', {}, spec.title),
        element(
          'div',
          { class: 'frame-tools' },
          ...exportButtons(spec.testId, spec.title, svgText),
        ),
      ),
      spec.note ? element('p', { class: 'figure-note' }, spec.note) : null,
      canvas,
    ),
    update: draw,
  };
}

function basicOption(theme: Theme): EChartsCoreOption {
  return {
    animation: false,
    backgroundColor: 'transparent',
    textStyle: { fontFamily: 'system-ui, sans-serif', color: theme.text },
  };
}

/** Tooltips are drawn into the chart: HTML ones would need inline styles. */
export function tooltipOption(theme: Theme): EChartsCoreOption {
  return {
    renderMode: 'richText',
    confine: true,
    backgroundColor: theme.surface,
    borderColor: theme.neutral,
    borderWidth: 1,
    textStyle: { color: theme.text, fontSize: 12 },
  };
}

export function axisOption(theme: Theme, name: string): EChartsCoreOption {
  return {
    name,
    nameLocation: 'middle',
    nameTextStyle: { color: theme.mutedText },
    axisLine: { lineStyle: { color: theme.neutral } },
    axisTick: { lineStyle: { color: theme.neutral } },
    axisLabel: { color: theme.mutedText },
    splitLine: { lineStyle: { color: theme.line } },
  };
}

/** The area for axes with their labels and names inside. */
export function gridOption(top: number): EChartsCoreOption {
  return { left: 6, right: 14, top, bottom: 6, outerBoundsMode: 'same', outerBoundsContain: 'all' };
}
