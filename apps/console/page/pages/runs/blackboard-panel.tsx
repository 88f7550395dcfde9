import type { BlackboardEntrySnapshot } from "@faculties/schemas/orchestrator-resources/blackboard-entry";
import { moment } from "@faculties/views";
import { readJson } from "../../live/mcp.ts";
import { useLive } from "../../live/use-live.ts";
import { Failure } from "../../parts/failure.tsx";

const SERVER = "orchestrator-resources";

export function BlackboardPanel({ namespace }: { namespace: string }) {
  const uri = `sc://blackboard/${encodeURIComponent(namespace)}`;
  const { value, error } = useLive(SERVER, [uri], uri, () =>
    readJson<{ entries: BlackboardEntrySnapshot[] }>(SERVER, uri),
  );
  if (value === undefined) return <Failure message={error} />;
  return (
    <section aria-labelledby="blackboard">
      <h2 id="blackboard">Blackboard: {namespace}</h2>
      <Failure message={error} />
      <div class="scroll-x" tabIndex={0} role="group" aria-label={`Entries of ${namespace}`}>
        <table>
          <thead>
            <tr>
              <th scope="col">Key</th>
              <th scope="col">Value</th>
              <th scope="col">Tags</th>
              <th scope="col" class="number">
                Version
              </th>
              <th scope="col">Changed</th>
              <th scope="col">Expires</th>
            </tr>
          </thead>
          <tbody>
            {value.entries.map(({ key, value: held, tags, version, updatedAt, expiresAt }) => (
              <tr key={key}>
                <th scope="row">{key}</th>
                <td>
                  <code>{JSON.stringify(held)}</code>
                </td>
                <td>{tags.join(", ")}</td>
                <td class="number">{version}</td>
                <td>{moment(updatedAt)}</td>
                <td>{expiresAt === null ? "never" : moment(expiresAt)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
