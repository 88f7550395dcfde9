import { type Tone, STATE_TONES } from "@faculties/views";
import { idOf, type ResourceItem } from "../../domain/runs.ts";
import { linkTo } from "../../live/route.ts";

type Props = { runs: readonly ResourceItem[]; current: string | undefined };

export function RunList({ runs, current }: Props) {
  if (runs.length === 0) return null;
  return (
    <>
      <h2>Runs</h2>
      <ul class="links">
        {runs.toReversed().map((run) => {
          const id = idOf(run);
          const state = String(run.metadata?.["state"] ?? "");
          const graph = String(run.metadata?.["graph_id"] ?? "");
          return (
            <li key={id}>
              <a href={linkTo("runs", "run", id)} aria-current={id === current}>
                <span>{graph === "" ? id : graph}</span>
                {state !== "" && <span class={`tag tone-${toneOf(state)}`}>{state}</span>}
                <span class="soft small">{id}</span>
              </a>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function toneOf(state: string): Tone {
  return (STATE_TONES as Record<string, Tone>)[state] ?? "plain";
}
