import { scaleLinear, scalePoint } from "d3-scale";
import { line } from "d3-shape";
import type { Tone } from "../tone.ts";
import { useWidth } from "./use-width.ts";

export type ChartPoint = { label: string; value: number; tone?: Tone; describe?: string };

type Props = {
  /** The subject of the chart, for readers who do not see it; the figures follow in a table. */
  label: string;
  points: readonly ChartPoint[];
  domain: readonly [number, number];
  format(value: number): string;
  /** A line across, such as the score from which code passes. */
  mark?: { value: number; label: string } | undefined;
};

const HEIGHT = 220;
const MARGIN = { top: 16, right: 20, bottom: 30, left: 48 };
const LEAST_WIDTH = 260;
const TICKS = 5;
const WIDTH_OF_LABEL = 64;

export function LineChart({ label, points, domain, format, mark }: Props) {
  const { element, width } = useWidth(LEAST_WIDTH);
  const across = scalePoint<number>()
    .domain(points.map((_, index) => index))
    .range([MARGIN.left, width - MARGIN.right])
    .padding(0.4);
  const up = scaleLinear()
    .domain([...domain])
    .range([HEIGHT - MARGIN.bottom, MARGIN.top]);
  const placed = points.map((point, index) => ({
    ...point,
    x: across(index) ?? MARGIN.left,
    y: up(point.value),
  }));
  const path = line<(typeof placed)[number]>(
    ({ x }) => x,
    ({ y }) => y,
  )(placed);
  const every = Math.max(1, Math.ceil((points.length * WIDTH_OF_LABEL) / width));
  const right = width - MARGIN.right;
  return (
    <div class="chart" ref={element}>
      <svg width={width} height={HEIGHT} role="img" aria-label={label}>
        {up.ticks(TICKS).map((tick) => (
          <g key={tick} class="chart-tick">
            <line x1={MARGIN.left} x2={right} y1={up(tick)} y2={up(tick)} />
            <text x={MARGIN.left - 8} y={up(tick)} dy="0.32em" text-anchor="end">
              {format(tick)}
            </text>
          </g>
        ))}
        {mark && (
          <g class="chart-mark">
            <line x1={MARGIN.left} x2={right} y1={up(mark.value)} y2={up(mark.value)} />
            <text x={right} y={up(mark.value) - 6} text-anchor="end">
              {mark.label}
            </text>
          </g>
        )}
        <path class="chart-line" d={path ?? ""} />
        {placed.map(({ x, y, value, tone = "accent", label: name, describe }, index) => (
          <g key={index} class={`chart-point tone-${tone}`}>
            <title>{describe ?? `${name}: ${format(value)}`}</title>
            <circle cx={x} cy={y} r={5} />
            {index % every === 0 && (
              <text x={x} y={HEIGHT - 10} text-anchor="middle">
                {name}
              </text>
            )}
          </g>
        ))}
      </svg>
    </div>
  );
}
