import { CodedError } from "@faculties/schemas";
import type { Client, Scope } from "../clients/client.ts";
import type { Place } from "../clients/place.ts";
import type { ServerName } from "../domain/known-servers.ts";
import { launchOf } from "../domain/launch.ts";
import { readConfigText } from "../files/config-text.ts";
import { UsageError } from "../usage-error.ts";
import { assertOnlyServersChanged } from "./assert-only-servers-changed.ts";
import type { Change } from "./change.ts";
import { fileFor } from "./file-for.ts";
import { formatOf } from "./formats.ts";
import { goesThroughCmd, notesOnAddition } from "./notes-on-addition.ts";
import { naming, readServers } from "./read-servers.ts";

export type Addition = {
  servers: readonly ServerName[];
  flags: readonly string[];
  env: Record<string, string>;
  force: boolean;
};

/** What cmd takes for its own when it reads a command line. */
const CMD_CHARACTERS = /[&|<>^%"]/;

/** The change that gives a client the servers. */
export async function planAddition(
  client: Client,
  scope: Scope,
  addition: Addition,
  place: Place,
): Promise<Change> {
  const { servers, flags, env, force } = addition;
  const throughCmd = goesThroughCmd(client, place);
  const unsafe = throughCmd ? flags.find((flag) => CMD_CHARACTERS.test(flag)) : undefined;
  if (unsafe !== undefined)
    throw new UsageError(`--arg ${unsafe} has characters that cmd would interpret.`);
  const file = fileFor(client, scope, place);
  const source = await readConfigText(file);

  const after = naming(file, () =>
    servers.reduce((text, server) => {
      const { name, isForeign } = nameFor(client, text, server);
      if (isForeign && !force) throw conflict(file, server);
      const entry = {
        ...(client.saysType && { type: "stdio" as const }),
        ...launchOf(server, flags, throughCmd),
        env,
      };
      const next = formatOf(client).setServer(text, client.container, name, entry, isForeign);
      assertOnlyServersChanged(client, [name], text, next);
      return next;
    }, source.text ?? ""),
  );

  return {
    client,
    scope,
    file,
    source,
    after,
    done: `added ${servers.join(", ")} to`,
    already: `${servers.join(", ")} already in`,
    notes: notesOnAddition(client, scope, env, place),
  };
}

function nameFor(client: Client, text: string, server: ServerName) {
  const present = readServers(client, text);
  const ours = present.filter((one) => one.server === server);
  const own = ours.find(({ name }) => name === server) ?? ours[0];
  const isForeign = own === undefined && present.some(({ name }) => name === server);
  return { name: own?.name ?? server, isForeign };
}

function conflict(file: string, server: ServerName): CodedError {
  return new CodedError(
    "CONFLICT",
    `${file} has another server with the name ${server}. --force replaces it.`,
  );
}
