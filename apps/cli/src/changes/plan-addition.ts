import { CodedError } from "@faculties/errors";
import type { Client, Scope } from "../clients/client.ts";
import type { Machine } from "../clients/machine.ts";
import type { ServerName } from "../domain/known-servers.ts";
import { readConfigText } from "../files/config-text.ts";
import type { ModelChoice } from "../models/choose-models.ts";
import { launchFrom, type ServerSource } from "../servers/server-source.ts";
import { ConfigError } from "@faculties/mcp-kit/options";
import { assertOnlyServersChanged } from "./assert-only-servers-changed.ts";
import type { Change } from "./change.ts";
import { fileFor } from "./file-for.ts";
import { formatOf } from "./formats.ts";
import { goesThroughCmd, notesOnAddition } from "./notes-on-addition.ts";
import { naming, readServers } from "./read-servers.ts";
import { withRecipe } from "./with-recipe.ts";

export type Addition = {
  servers: readonly ServerName[];
  source: ServerSource;
  flags: readonly string[];
  env: Record<string, string>;
  /** How each server that uses models gets them. */
  models?: ReadonlyMap<ServerName, ModelChoice>;
  force: boolean;
};

/** Characters that cmd interprets itself when it reads a command line. */
const CMD_CHARACTERS = /[&|<>^%"]/;

/** The change that gives a client the servers. */
export async function planAddition(
  client: Client,
  scope: Scope,
  addition: Addition,
  machine: Machine,
): Promise<Change> {
  const { servers, flags, env, force } = addition;
  const throughCmd = addition.source.npm && goesThroughCmd(client, machine);
  const unsafe = throughCmd ? flags.find((flag) => CMD_CHARACTERS.test(flag)) : undefined;
  if (unsafe !== undefined)
    throw new ConfigError(`--arg ${unsafe} has characters that cmd would interpret.`);
  const file = fileFor(client, scope, machine);
  const source = await readConfigText(file);

  const notes: string[] = [];
  const secrets: Record<string, string> = { ...env };
  const after = naming(file, () =>
    servers.reduce((text, server) => {
      const { name, isForeign, present } = nameFor(client, text, server);
      if (isForeign && !force) throw conflict(file, server);
      const model = addition.models?.get(server);
      const wanted = { flags, env: { ...model?.env, ...env } };
      const complete = withRecipe(server, wanted, present);
      Object.assign(secrets, complete.generated, model?.env);
      if (model?.note !== undefined) notes.push(`${server}: ${model.note}`);
      if (complete.missing !== undefined) notes.push(`${server}: ${complete.missing}`);
      const entry = {
        ...(client.saysType && { type: "stdio" as const }),
        ...launchFrom(addition.source, server, complete.flags, throughCmd),
        env: complete.env,
        ...(client.loadsAtStart && { alwaysLoad: true as const }),
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
    notes: [
      ...notes,
      ...notesOnAddition(client, { scope, source: addition.source, env: secrets }, machine),
    ],
  };
}

function nameFor(client: Client, text: string, server: ServerName) {
  const all = readServers(client, text);
  const ours = all.filter((one) => one.server === server);
  const own = ours.find(({ name }) => name === server) ?? ours[0];
  const isForeign = own === undefined && all.some(({ name }) => name === server);
  return { name: own?.name ?? server, isForeign, present: own?.env ?? {} };
}

function conflict(file: string, server: ServerName): CodedError {
  return new CodedError(
    "CONFLICT",
    `${file} has another server with the name ${server}. --force replaces it.`,
  );
}
