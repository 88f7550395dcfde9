import type { CheckpointSummary } from "@faculties/schemas/langbase-reasoning/checkpoint";
import { moment } from "../format.ts";

type Props = {
  checkpoints: readonly CheckpointSummary[];
  onRestore?: ((checkpoint: CheckpointSummary) => void) | undefined;
};

/** The checkpoints of a session on a line of time, oldest first. */
export function CheckpointTimeline({ checkpoints, onRestore }: Props) {
  const appendAtCommit = checkpoints.toSorted((a, b) => a.created_at.localeCompare(b.created_at));
  return (
    <ol class="timeline">
      {appendAtCommit.map((checkpoint) => (
        <li key={checkpoint.id}>
          <strong>{checkpoint.name}</strong>
          <time dateTime={checkpoint.created_at}>{moment(checkpoint.created_at)}</time>
          {checkpoint.description !== null && <p>{checkpoint.description}</p>}
          <p class="soft">
            {checkpoint.thought_count} thoughts · {checkpoint.branch_count} branches ·{" "}
            {checkpoint.graph_count} graphs
          </p>
          {onRestore && (
            <button type="button" class="quiet" onClick={() => onRestore(checkpoint)}>
              Go back to this
            </button>
          )}
        </li>
      ))}
    </ol>
  );
}
