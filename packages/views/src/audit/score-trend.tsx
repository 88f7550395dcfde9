import { LineChart } from "../chart/line-chart.tsx";
import { moment } from "../format.ts";
import { VERDICT_TONES } from "./verdict-tones.ts";

export type AuditPoint = { position: number; at: number; overall: number; verdict: string };

type Props = { audits: readonly AuditPoint[]; threshold?: number | undefined };

/** The scores of a session's audits, oldest first. */
export function ScoreTrend({ audits, threshold }: Props) {
  return (
    <LineChart
      label={`Scores of ${audits.length} audits`}
      points={audits.map(({ position, at, overall, verdict }) => ({
        label: `#${position}`,
        value: overall,
        tone: VERDICT_TONES[verdict] ?? "accent",
        describe: `#${position}, ${moment(at)}: ${overall}, ${verdict}`,
      }))}
      domain={[0, 100]}
      format={String}
      mark={
        threshold === undefined
          ? undefined
          : { value: threshold, label: `passes from ${threshold}` }
      }
    />
  );
}
