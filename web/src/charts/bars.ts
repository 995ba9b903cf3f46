import type { EChartsCoreOption } from 'echarts/core';
import { axisPercent, isNumber } from '../format';
import type { Theme } from '../theme';
import { axisOption, gridOption, tooltipOption } from './figure';

export interface BarsSpec {
  /** Made by the page, not from data; may have two lines. */
  names: string[];
  values: (number | null)[];
  colours: string[];
  xName: string;
  yName: string;
  format: (value: number) => string;
  limits: { low: number; high?: number };
  /** A dashed line to compare with. */
  reference?: number | null;
  missingText: string;
}

export function barsOption(theme: Theme, spec: BarsSpec): EChartsCoreOption {
  const text = (value: number | null) => (value === null ? spec.missingText : spec.format(value));
  return {
    grid: gridOption(20),
    tooltip: {
      ...tooltipOption(theme),
      formatter: (item: { dataIndex: number }) =>
        `${spec.names[item.dataIndex].replace('\n', ' ')}: ${text(spec.values[item.dataIndex])}`,
    },
    xAxis: {
      ...axisOption(theme, spec.xName),
      type: 'category',
      data: spec.names,
      nameGap: spec.names.some((name) => name.includes('\n')) ? 40 : 26,
      axisLabel: { color: theme.mutedText, interval: 0, lineHeight: 14, margin: 10 },
      axisTick: { show: false },
    },
    yAxis: {
      ...axisOption(theme, spec.yName),
      type: 'value',
      min: spec.limits.low,
      max: spec.limits.high,
      axisLabel: { color: theme.mutedText, formatter: axisPercent },
    },
    series: [
      {
        type: 'bar',
        barMaxWidth: 46,
        data: spec.values.map((value, i) => ({
          value: value ?? 0,
          itemStyle: { color: spec.colours[i], borderRadius: [3, 3, 0, 0] },
        })),
        label: {
          show: spec.names.length <= 12,
          position: 'top',
          color: theme.text,
          fontSize: 11,
          // The dashed line must not strike the number through.
          backgroundColor: theme.surface,
          padding: [1, 2],
          formatter: (item: { dataIndex: number }) => text(spec.values[item.dataIndex]),
        },
        emphasis: { disabled: true },
        markLine: isNumber(spec.reference)
          ? {
              silent: true,
              z: 1, // below the labels
              symbol: ['none', 'none'],
              lineStyle: { color: theme.text, type: 'dashed', opacity: 0.7 },
              label: { show: false },
              data: [{ yAxis: spec.reference }],
            }
          : undefined,
      },
    ],
  };
}
