import type { ResourceRunEvent } from "@faculties/schemas/orchestrator-resources/run-event";
import { readJson } from "../../live/mcp.ts";
import { useLive } from "../../live/use-live.ts";

const SERVER = "orchestrator-resources";
const SHOWN = 200;
const TONES = { info: "plain", warn: "warn", error: "bad" } as const;

export function RunEvents({ uri }: { uri: string }) {
  const { value } = useLive(SERVER, [uri], uri, () =>
    readJson<{ events: ResourceRunEvent[] }>(SERVER, uri),
  );
  const events = value?.events.filter(({ kind }) => kind !== "HEARTBEAT").slice(-SHOWN) ?? [];
  return (
    <details>
      <summary>Events ({events.length})</summary>
      <div class="scroll-x" tabIndex={0} role="group" aria-label="Events of the run">
        <table>
          <thead>
            <tr>
              <th scope="col" class="number">
                #
              </th>
              <th scope="col">Time</th>
              <th scope="col">Kind</th>
              <th scope="col">Node</th>
              <th scope="col">What</th>
            </tr>
          </thead>
          <tbody>
            {events.toReversed().map(({ seq, ts, kind, level, nodeId, payload }) => (
              <tr key={seq}>
                <td class="number">{seq}</td>
                <td>{new Date(ts).toLocaleTimeString("en-GB")}</td>
                <td>
                  <span class={`tag tone-${TONES[level]}`}>{kind}</span>
                </td>
                <td>{nodeId}</td>
                <td>
                  <code>{JSON.stringify(payload)}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
