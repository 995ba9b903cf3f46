import type { EChartsCoreOption } from 'echarts/core';
import { colourAt, textOn } from '../palette';
import type { Theme } from '../theme';
import { chartText } from '../ui/text';
import { axisOption, gridOption, tooltipOption } from './figure';

export interface HeatmapSpec {
  rowNames: string[];
  columnNames: string[];
  rowTitle: string;
  columnTitle: string;
  /** What decides the colour, [row][column]. */
  values: (number | null)[][];
  limits: { low: number; high: number };
  colours: string[];
  cellText: (row: number, column: number) => string;
  tooltip: (row: number, column: number) => string;
  legendFormat: (value: number) => string;
}

const mostCellsWithText = 20;
const legendHeight = 34;

/** Square cells as far as the width allows; large tables stay below the height of a screen. */
export function heatmapHeight(rows: number, columns: number): (width: number) => number {
  return (width) => {
    const cell = Math.min(Math.max((width - 130) / Math.max(columns, 1), 6), 64);
    return Math.round(Math.min(Math.max(rows * cell, 90), 560) + 96 + legendHeight);
  };
}

export function heatmapOption(theme: Theme, spec: HeatmapSpec): EChartsCoreOption {
  const many =
    spec.columnNames.length > mostCellsWithText || spec.rowNames.length > mostCellsWithText;
  const span = spec.limits.high - spec.limits.low || 1;
  const longest = Math.max(...spec.columnNames.map((name) => name.length), 1);
  const rotated = many || longest * spec.columnNames.length > 48;
  const cells: unknown[] = [];
  spec.values.forEach((row, r) =>
    row.forEach((value, c) => {
      const colour = colourAt(spec.colours, ((value ?? spec.limits.low) - spec.limits.low) / span);
      cells.push({ value: [c, r, value ?? '-'], label: { color: textOn(colour) } });
    }),
  );
  const category = (names: string[], title: string) => ({
    ...axisOption(theme, title),
    type: 'category',
    data: names.map((name) => chartText(name, many ? 10 : 14)),
    axisTick: { show: false },
    splitArea: { show: false },
  });
  return {
    grid: { ...gridOption(8), bottom: legendHeight + 6 },
    tooltip: {
      ...tooltipOption(theme),
      formatter: (item: { value: [number, number, number] }) =>
        spec.tooltip(item.value[1], item.value[0]),
    },
    xAxis: {
      ...category(spec.columnNames, spec.columnTitle),
      nameGap: rotated ? 8 : 24,
      axisLabel: {
        color: theme.mutedText,
        rotate: rotated ? 45 : 0,
        interval: many ? 'auto' : 0,
      },
    },
    yAxis: {
      ...category(spec.rowNames, spec.rowTitle),
      inverse: true,
      axisLabel: { color: theme.mutedText, interval: many ? 'auto' : 0 },
    },
    visualMap: {
      type: 'continuous',
      min: spec.limits.low,
      max: spec.limits.high,
      inRange: { color: spec.colours },
      orient: 'horizontal',
      left: 'center',
      bottom: 0,
      itemHeight: 120,
      itemWidth: 10,
      text: [spec.legendFormat(spec.limits.high), spec.legendFormat(spec.limits.low)],
      textStyle: { color: theme.mutedText },
      calculable: false,
      hoverLink: false,
    },
    series: [
      {
        type: 'heatmap',
        data: cells,
        label: {
          show: !many,
          fontSize: 11,
          formatter: (item: { value: [number, number, number] }) =>
            spec.cellText(item.value[1], item.value[0]),
        },
        itemStyle: { borderColor: theme.surface, borderWidth: many ? 0 : 1 },
        emphasis: { itemStyle: { borderColor: theme.text, borderWidth: 1 } },
      },
    ],
  };
}
