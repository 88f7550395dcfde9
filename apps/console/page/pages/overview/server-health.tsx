import { useEffect, useState } from "preact/hooks";
import type { Check } from "../../../src/servers/probe.ts";
import type { ServerState } from "../../live/console-state.ts";
import { linkTo } from "../../live/route.ts";
import { type ServerName, SERVERS } from "../../servers.ts";

type Health = Readonly<Record<ServerName, readonly Check[]>>;

const PAGE_OF: Readonly<Record<ServerName, string>> = {
  "agent-memory": "memory",
  "langbase-reasoning": "reasoning",
  "orchestrator-resources": "runs",
  converse: "conversations",
  "gan-audit": "audits",
};
const PROCESS = {
  starting: { word: "starting", tone: "info" },
  waiting: { word: "stopped, starting again", tone: "bad" },
  stopped: { word: "stopped", tone: "muted" },
} as const;
const STANDING = {
  fail: { word: "needs attention", tone: "bad" },
  warn: { word: "works, with a warning", tone: "warn" },
  ok: { word: "ready", tone: "good" },
} as const;
const CHECKING = { word: "checking", tone: "plain" } as const;
const CHECK_TONES = { ok: "plain", warn: "warn", fail: "bad" } as const;

/** One row for each server: as healthy as the worst of its checks. */
export function ServerHealth({
  servers,
  phase,
}: {
  servers: readonly ServerState[];
  phase: string;
}) {
  const health = useHealth(phase);
  return (
    <section class="card" aria-labelledby="servers">
      <h2 id="servers">Servers</h2>
      <ul class="servers">
        {servers.map((server) => (
          <ServerRow key={server.name} server={server} checks={health?.[server.name]} />
        ))}
      </ul>
    </section>
  );
}

type RowProps = { server: ServerState; checks: readonly Check[] | undefined };

function ServerRow({ server: { name, phase, restarts, lastWords }, checks }: RowProps) {
  const { title } = SERVERS[name];
  const wrong = checks?.filter(({ status }) => status !== "ok") ?? [];
  const worst = wrong.some(({ status }) => status === "fail") ? "fail" : "warn";
  const standing = checks === undefined ? CHECKING : STANDING[wrong.length > 0 ? worst : "ok"];
  const { word, tone } = phase === "ready" ? standing : PROCESS[phase];
  return (
    <li aria-label={title}>
      <p class="server-head">
        <span class={`dot tone-${tone}`} aria-hidden="true" />
        <a href={linkTo(PAGE_OF[name])}>{title}</a> <code class="soft">{name}</code>
        <span class={`tag tone-${tone}`}>{word}</span>
      </p>
      {restarts > 0 && (
        <p class="soft small">
          Restarted {restarts} {restarts === 1 ? "time" : "times"}.
        </p>
      )}
      {phase === "waiting" && lastWords !== undefined && <pre class="code">{lastWords}</pre>}
      <Checks checks={wrong} />
      {checks !== undefined && checks.length > wrong.length && (
        <details>
          <summary class="soft small">
            {checks.length - wrong.length} of {checks.length} checks passed
          </summary>
          <Checks checks={checks.filter(({ status }) => status === "ok")} />
        </details>
      )}
    </li>
  );
}

function Checks({ checks }: { checks: readonly Check[] }) {
  if (checks.length === 0) return null;
  return (
    <ul class="checks">
      {checks.map((check) => (
        <li key={check.name}>
          <span class={`dot tone-${CHECK_TONES[check.status]}`} aria-hidden="true" />
          <span>
            <strong>{check.name}</strong>
            <span class="hidden">: {check.status}:</span> {check.message}
          </span>
        </li>
      ))}
    </ul>
  );
}

function useHealth(phase: string): Health | undefined {
  const [health, setHealth] = useState<Health>();
  useEffect(() => {
    const stop = new AbortController();
    fetch("/api/health", { signal: stop.signal })
      .then(async (answer) => setHealth((await answer.json()) as Health))
      .catch(() => undefined);
    return () => stop.abort();
  }, [phase]);
  return health;
}
