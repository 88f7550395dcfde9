import { useEffect, useRef, useState } from "preact/hooks";
import type { ResourceChildLogEntry } from "@faculties/schemas/orchestrator-resources/child-log-entry";
import { readJson } from "../../live/mcp.ts";
import { useLive } from "../../live/use-live.ts";
import { Failure } from "../../parts/failure.tsx";

const SERVER = "orchestrator-resources";
const SHOWN = 1_000;

/** The output of a child process, following its end unless the reader scrolls up or says stop. */
export function ChildLogs({ childId }: { childId: string }) {
  const uri = `sc://children/${encodeURIComponent(childId)}/logs`;
  const { value, error } = useLive(SERVER, [uri], uri, () =>
    readJson<{ logs: ResourceChildLogEntry[] }>(SERVER, uri),
  );
  const [isFollowing, setIsFollowing] = useState(true);
  const box = useRef<HTMLDivElement>(null);
  const logs = value?.logs.slice(-SHOWN) ?? [];
  useEffect(() => {
    if (isFollowing) box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [isFollowing, logs.at(-1)?.seq]);
  return (
    <section aria-labelledby="logs">
      <div class="title">
        <h3 id="logs">Log</h3>
        <label class="check">
          <input
            type="checkbox"
            checked={isFollowing}
            onChange={({ currentTarget }) => setIsFollowing(currentTarget.checked)}
          />{" "}
          Follow
        </label>
      </div>
      <Failure message={error} />
      <div
        class="logs"
        role="log"
        aria-label="Log of the child process"
        tabIndex={0}
        ref={box}
        onWheel={({ deltaY }) => deltaY < 0 && setIsFollowing(false)}
      >
        {logs.map(({ seq, ts, stream, message }) => (
          <div key={seq} class={`log-${stream}`}>
            <time>{new Date(ts).toLocaleTimeString("en-GB")}</time>
            <span class="log-stream">{stream}</span>
            <span>{message}</span>
          </div>
        ))}
        {logs.length === 0 && <div class="soft">It has written nothing yet.</div>}
      </div>
    </section>
  );
}
