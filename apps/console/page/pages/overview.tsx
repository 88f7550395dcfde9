import { useEffect, useState } from "preact/hooks";
import type { Check } from "../../src/servers/probe.ts";
import type { PageProps } from "../app.tsx";
import { clientConfigurations, type Way } from "../domain/client-configurations.ts";
import type { ServerState } from "../live/console-state.ts";
import { switchSample } from "../live/console-state.ts";
import { linkTo } from "../live/route.ts";
import { CopyButton } from "../parts/copy-button.tsx";
import { ServerSelect } from "../parts/server-select.tsx";
import { type ServerName, SERVERS } from "../servers.ts";

type Health = Readonly<Record<ServerName, readonly Check[]>>;

const PAGE_OF: Readonly<Record<ServerName, string>> = {
  "agent-memory": "memory",
  "langbase-reasoning": "reasoning",
  "orchestrator-resources": "runs",
  converse: "conversations",
  "gan-audit": "audits",
};
const PHASES = {
  starting: { word: "starting", tone: "info" },
  ready: { word: "ready", tone: "good" },
  waiting: { word: "died, starting again", tone: "bad" },
  stopped: { word: "stopped", tone: "muted" },
} as const;
const CHECK_TONES = { ok: "good", warn: "warn", fail: "bad" } as const;

export function Overview({ state }: PageProps) {
  const health = useHealth(state.sample.phase);
  return (
    <>
      <div class="title">
        <h1>Overview</h1>
        {state.sample.phase === "off" && (
          <button type="button" class="quiet" onClick={() => void switchSample(true)}>
            Load sample data
          </button>
        )}
      </div>
      <p class="lead soft">
        Five servers run behind this page. It shows what they know, and is a client like any other.
      </p>
      <div class="cards">
        {state.servers.map((server) => (
          <ServerCard key={server.name} server={server} checks={health?.[server.name]} />
        ))}
      </div>
      <Configurations servers={state.servers} token={state.token} />
    </>
  );
}

function ServerCard({
  server,
  checks,
}: {
  server: ServerState;
  checks: readonly Check[] | undefined;
}) {
  const { name, phase, restarts, lastWords, pid } = server;
  const { title, purpose } = SERVERS[name];
  const { word, tone } = PHASES[phase];
  return (
    <article class="card" aria-label={title}>
      <header class="card-head">
        <h2>
          <a href={linkTo(PAGE_OF[name])}>{title}</a>
        </h2>
        <span class={`tag tone-${tone}`}>{word}</span>
      </header>
      <p>{purpose}</p>
      <p class="soft small">
        <code>{name}</code>
        {pid !== undefined && ` · process ${pid}`}
        {restarts > 0 && ` · started again ${restarts} ${restarts === 1 ? "time" : "times"}`}
      </p>
      {phase === "waiting" && lastWords !== undefined && <pre class="code">{lastWords}</pre>}
      {checks === undefined && <p class="soft small">Looking at its set-up…</p>}
      <ul class="checks">
        {checks?.map((check) => (
          <li key={check.name}>
            <span class={`dot tone-${CHECK_TONES[check.status]}`} aria-hidden="true" />
            <span>
              <strong>{check.name}</strong>
              <span class="hidden">: {check.status}:</span> {check.message}
            </span>
          </li>
        ))}
      </ul>
    </article>
  );
}

function Configurations({ servers, token }: { servers: readonly ServerState[]; token: string }) {
  const [name, setName] = useState<ServerName>("agent-memory");
  const [way, setWay] = useState<Way>("stdio");
  const [secret] = useState(randomSecret);
  const server = servers.find((one) => one.name === name);
  if (server === undefined) return null;
  const place = { origin: location.origin, token, secret };
  return (
    <section class="card" aria-labelledby="configure">
      <h2 id="configure">Configure your client</h2>
      <div class="fields">
        <ServerSelect value={name} onChange={setName} />
        <label>
          Transport
          <select value={way} onChange={({ currentTarget }) => setWay(currentTarget.value as Way)}>
            <option value="stdio">stdio: the client starts its own process</option>
            <option value="http">HTTP: through this console</option>
          </select>
        </label>
      </div>
      {way === "http" && (
        <p class="soft">
          The token changes with each start of the console, unless FACULTIES_CONSOLE_TOKEN sets it.
        </p>
      )}
      <div class="cards wide">
        {clientConfigurations(server, way, place).map(({ client, where, text }) => (
          <figure key={client} class="snippet">
            <figcaption>
              <span>
                <strong>{client}</strong> <span class="soft">{where}</span>
              </span>
              <CopyButton text={text} what={`the configuration for ${client}`} />
            </figcaption>
            <pre class="code" tabIndex={0}>
              {text}
            </pre>
          </figure>
        ))}
      </div>
    </section>
  );
}

function randomSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
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
