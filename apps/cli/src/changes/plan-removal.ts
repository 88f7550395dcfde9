import { CodedError } from "@faculties/errors";
import type { Client, Scope } from "../clients/client.ts";
import type { Machine } from "../clients/machine.ts";
import type { ServerName } from "../domain/known-servers.ts";
import type { Backups } from "../files/backups.ts";
import { readConfigText } from "../files/config-text.ts";
import { assertOnlyServersChanged } from "./assert-only-servers-changed.ts";
import type { Change } from "./change.ts";
import { fileFor } from "./file-for.ts";
import { formatOf } from "./formats.ts";
import { naming, readServers } from "./read-servers.ts";

export type Removal = { servers: readonly ServerName[]; force: boolean };

/** The change that takes the servers away, whatever names they have there. */
export async function planRemoval(
  client: Client,
  scope: Scope,
  { servers, force }: Removal,
  machine: Machine,
  backups: Backups,
): Promise<Change> {
  const file = fileFor(client, scope, machine);
  const source = await readConfigText(file);
  const before = source.text ?? "";
  const earlier = await backups.contents(source.target);

  const after = naming(file, () => {
    const names = servers.flatMap((server) => namesOf(client, before, server, file, force));
    const left = names.reduce((text, name) => {
      const candidates = formatOf(client).removeServer(text, client.container, name);
      // Bytes that were there before an addition are restored; otherwise an empty container stays.
      const known = earlier.findLast((one) =>
        candidates.some((candidate) => source.mark + candidate === one),
      );
      return known?.slice(source.mark.length) ?? candidates[0] ?? text;
    }, before);
    assertOnlyServersChanged(client, names, before, left);
    return left;
  });

  return {
    client,
    scope,
    file,
    source,
    after,
    done: `removed ${servers.join(", ")} from`,
    already: `${servers.join(", ")} not in`,
    notes: [],
  };
}

function namesOf(
  client: Client,
  text: string,
  server: ServerName,
  file: string,
  force: boolean,
): string[] {
  const present = readServers(client, text);
  const ours = present.filter((one) => one.server === server).map(({ name }) => name);
  if (ours.length > 0 || !present.some(({ name }) => name === server)) return ours;
  if (force) return [server];
  throw new CodedError(
    "CONFLICT",
    `The server with the name ${server} in ${file} is not ours. --force removes it.`,
  );
}
