import { percent } from "../format.ts";
import type { Decision } from "./decision-table.tsx";

type Range = NonNullable<Decision["sensitivity_analysis"]["weight_ranges"]>[number];

const WIDTH = 320;
const HEIGHT = 18;

/** For each criterion the weights at which the same alternative still wins. */
export function WeightRanges({ ranges }: { ranges: readonly Range[] }) {
  return (
    <dl class="ranges">
      {ranges.map(({ criterion, weight, lowest, highest }) => {
        const [from, to] = [lowest ?? 0, highest ?? 1];
        return (
          <div key={criterion}>
            <dt>{criterion}</dt>
            <dd>
              <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
                <rect class="range-all" width={WIDTH} y={6} height={6} rx={3} />
                <rect
                  class="range-safe"
                  x={from * WIDTH}
                  width={(to - from) * WIDTH}
                  y={6}
                  height={6}
                  rx={3}
                />
                <rect
                  class="range-weight"
                  x={weight * WIDTH - 2}
                  width={4}
                  height={HEIGHT}
                  rx={2}
                />
              </svg>
              <span class="range-words">
                {percent(weight)}; {wordsFor(lowest, highest)}
              </span>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function wordsFor(lowest: number | null, highest: number | null): string {
  if (lowest === null && highest === null) return "any weight keeps the winner";
  if (lowest === null) return `the winner changes above ${percent(highest ?? 1)}`;
  if (highest === null) return `the winner changes below ${percent(lowest)}`;
  return `the winner changes below ${percent(lowest)} or above ${percent(highest)}`;
}
