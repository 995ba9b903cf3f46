import type { EChartsCoreOption } from 'echarts/core';
import type { Theme } from '../theme';
import { chartText } from '../ui/text';
import { axisOption, gridOption, tooltipOption } from './figure';

export interface LineSeries {
  /** Lines of one name share a colour and a legend entry, such as the seeds of one loss term. */
  name: string;
  colour: string;
  points: [number, number | null][];
  opacity?: number;
  dash?: number[];
  /** The value of a point holds from the point before it. */
  step?: boolean;
  /** A vertical mark, such as the best epoch. */
  mark?: number | null;
}

export interface LinesSpec {
  series: LineSeries[];
  xName: string;
  yName: string;
  format: (value: number) => string;
  axisFormat: (value: number) => string;
  logarithmic?: boolean;
  xLogarithmic?: boolean;
  xFormat?: (value: number) => string;
  yMin?: number;
}

interface TooltipItem {
  seriesName: string;
  value: [number, number | null];
}

/** Lines of one name become one row: the value, or mean and range where there are several. */
function tooltipText(items: TooltipItem[], spec: LinesSpec): string {
  if (items.length === 0) return '';
  const byName = new Map<string, number[]>();
  for (const item of items) {
    const value = item.value[1];
    if (value === null) continue;
    byName.set(item.seriesName, [...(byName.get(item.seriesName) ?? []), value]);
  }
  const rows = [...byName].slice(0, 14).map(([name, values]) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const range =
      values.length > 1
        ? ` (mean; ${spec.format(Math.min(...values))} … ${spec.format(Math.max(...values))})`
        : '';
    return `${name}: ${spec.format(mean)}${range}`;
  });
  const place = spec.xFormat ? spec.xFormat(items[0].value[0]) : String(items[0].value[0]);
  return [`${spec.xName} ${place}`, ...rows].join('\n');
}

export function linesOption(theme: Theme, spec: LinesSpec): EChartsCoreOption {
  const names = [...new Set(spec.series.map((series) => series.name))];
  const positive = (value: number | null) =>
    spec.logarithmic && value !== null && value <= 0 ? null : value;
  return {
    grid: gridOption(names.length > 1 ? 40 : 14),
    legend: {
      show: names.length > 1,
      type: 'scroll',
      top: 4,
      left: 4,
      right: 4,
      icon: 'roundRect',
      itemHeight: 6,
      textStyle: { color: theme.text },
      pageTextStyle: { color: theme.text },
      pageIconColor: theme.accent,
      pageIconInactiveColor: theme.line,
      data: names.map((name) => ({
        name: chartText(name, 24),
        itemStyle: { opacity: 1 },
        lineStyle: { type: 'solid', opacity: 1 },
      })),
    },
    tooltip: {
      ...tooltipOption(theme),
      trigger: 'axis',
      axisPointer: { lineStyle: { color: theme.neutral } },
      formatter: (items: TooltipItem[]) => tooltipText(items, spec),
    },
    xAxis: {
      ...axisOption(theme, spec.xName),
      type: spec.xLogarithmic ? 'log' : 'value',
      logBase: 2,
      min: 'dataMin',
      max: 'dataMax',
      nameGap: 26,
      splitLine: { show: false },
    },
    yAxis: {
      ...axisOption(theme, spec.yName),
      type: spec.logarithmic ? 'log' : 'value',
      scale: true,
      min: spec.yMin,
      axisLabel: { color: theme.mutedText, formatter: spec.axisFormat },
    },
    series: spec.series.map((series) => ({
      type: 'line',
      name: chartText(series.name, 24),
      color: series.colour,
      data: series.points.map(([x, y]) => [x, positive(y)]),
      showSymbol: series.points.length === 1,
      symbolSize: 5,
      step: series.step ? 'start' : false,
      lineStyle: { width: 1.7, opacity: series.opacity ?? 1, type: series.dash ?? 'solid' },
      emphasis: { disabled: true },
      markLine: isMark(series.mark) ? markLine(series, series.mark) : undefined,
    })),
  };
}

function isMark(mark: number | null | undefined): mark is number {
  return typeof mark === 'number';
}

function markLine(series: LineSeries, place: number): EChartsCoreOption {
  return {
    silent: true,
    symbol: ['none', 'none'],
    label: { show: false },
    lineStyle: { color: series.colour, type: series.dash ?? 'solid', width: 1, opacity: 0.7 },
    data: [{ xAxis: place }],
  };
}
