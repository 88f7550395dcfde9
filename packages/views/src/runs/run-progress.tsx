import type { RunSnapshot } from "@faculties/schemas/orchestrator-resources/run-snapshot";
import type { Tone } from "../tone.ts";

const SEGMENTS: readonly [name: keyof RunSnapshot["progress"], word: string, tone: Tone][] = [
  ["succeeded", "succeeded", "good"],
  ["failed", "failed", "bad"],
  ["cancelled", "cancelled", "warn"],
  ["skipped", "skipped", "muted"],
  ["running", "running", "accent"],
  ["pending", "waiting", "plain"],
];

/** How far a run is, each outcome in its own colour and length. */
export function RunProgress({ progress }: Pick<RunSnapshot, "progress">) {
  const parts = SEGMENTS.map(([name, word, tone]) => ({ word, tone, count: progress[name] }));
  const shown = parts.filter(({ count }) => count > 0);
  const words = shown.map(({ count, word }) => `${count} ${word}`).join(", ");
  return (
    <div class="run-progress" role="img" aria-label={`Of ${progress.total} nodes: ${words}`}>
      {shown.map(({ word, tone, count }) => (
        <span
          key={word}
          class={`tone-${tone}`}
          style={{ flexGrow: String(count) }}
          title={`${count} ${word}`}
        />
      ))}
    </div>
  );
}
