import type { EChartsCoreOption } from 'echarts/core';
import type { CalibrationBin } from '../data/types';
import { count, percent } from '../format';
import { correctColour, errorColour } from '../palette';
import type { Theme } from '../theme';
import { axisOption, gridOption, tooltipOption } from './figure';

/** Accuracy by confidence: bars where the nodes are, beside the diagonal of a calibrated model. */
export function calibrationOption(
  theme: Theme,
  width: number,
  bins: CalibrationBin[],
): EChartsCoreOption {
  const share = (value: number) => `${Math.round(100 * value)} %`;
  const most = Math.max(...bins.map((bin) => bin.count), 1);
  const filled = bins.filter(
    (bin) => bin.count > 0 && bin.confidence !== null && bin.accuracy !== null,
  );
  const axis = (name: string, nameGap?: number) => ({
    ...axisOption(theme, name),
    type: 'value',
    min: 0,
    max: 1,
    containShape: false,
    nameGap,
    axisLabel: { color: theme.mutedText, formatter: share },
  });
  return {
    grid: gridOption(40),
    legend: { top: 4, left: 4, textStyle: { color: theme.text }, itemHeight: 8 },
    tooltip: {
      ...tooltipOption(theme),
      formatter: (item: { seriesName: string; dataIndex: number }) => {
        const bin = item.seriesName === 'accuracy' ? filled[item.dataIndex] : bins[item.dataIndex];
        if (!bin) return 'accuracy equals confidence';
        return [
          `confidence ${share(bin.low)} to ${share(bin.high)}: ${count(bin.count)} nodes`,
          `mean confidence ${percent(bin.confidence)}`,
          `accuracy ${percent(bin.accuracy)}`,
        ].join('\n');
      },
    },
    xAxis: axis('confidence', 26),
    yAxis: axis('accuracy'),
    series: [
      {
        type: 'bar',
        name: 'nodes (relative)',
        // On an axis of numbers ECharts cannot tell how wide a bin is.
        barWidth: (0.9 * Math.max(width - 80, 60)) / Math.max(bins.length, 1),
        color: correctColour,
        itemStyle: { opacity: 0.35 },
        data: bins.map((bin) => [(bin.low + bin.high) / 2, bin.count / most]),
        emphasis: { disabled: true },
      },
      {
        type: 'line',
        name: 'calibrated',
        color: theme.neutral,
        showSymbol: false,
        lineStyle: { type: 'dashed', width: 1.5 },
        data: [
          [0, 0],
          [1, 1],
        ],
        silent: true,
      },
      {
        type: 'line',
        name: 'accuracy',
        color: errorColour,
        symbol: 'circle',
        symbolSize: 8,
        data: filled.map((bin) => [bin.confidence, bin.accuracy]),
        emphasis: { disabled: true },
      },
    ],
  };
}
