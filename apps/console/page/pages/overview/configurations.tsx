import { useState } from "preact/hooks";
import { clientConfigurations, type Way } from "../../domain/client-configurations.ts";
import type { ServerState } from "../../live/console-state.ts";
import { CopyButton } from "../../parts/copy-button.tsx";
import { ServerSelect } from "../../parts/server-select.tsx";
import type { ServerName } from "../../servers.ts";

/** The text that puts a server into a client's configuration: choose both, copy. */
export function Configurations({
  servers,
  token,
}: {
  servers: readonly ServerState[];
  token: string;
}) {
  const [name, setName] = useState<ServerName>("agent-memory");
  const [way, setWay] = useState<Way>("stdio");
  const [chosen, setChosen] = useState("Claude Code");
  const [secret] = useState(randomSecret);
  const server = servers.find((one) => one.name === name);
  if (server === undefined) return null;
  const all = clientConfigurations(server, way, { origin: location.origin, token, secret });
  const shown = all.find(({ client }) => client === chosen) ?? all[0];
  if (shown === undefined) return null;
  return (
    <section class="card" aria-labelledby="configure">
      <h2 id="configure">Configure your client</h2>
      <div class="fields">
        <label>
          Client
          <select
            value={shown.client}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          >
            {all.map(({ client }) => (
              <option key={client}>{client}</option>
            ))}
          </select>
        </label>
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
          The token stays the same for you on this machine; FACULTIES_CONSOLE_TOKEN sets another.
        </p>
      )}
      <figure class="snippet">
        <figcaption>
          <span>
            <strong>{shown.client}</strong> <span class="soft">{shown.where}</span>
          </span>
          <CopyButton text={shown.text} what={`the configuration for ${shown.client}`} />
        </figcaption>
        <pre class="code" tabIndex={0}>
          {shown.text}
        </pre>
      </figure>
    </section>
  );
}

function randomSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
