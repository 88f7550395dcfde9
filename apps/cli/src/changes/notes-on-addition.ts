import type { Client, Scope } from "../clients/client.ts";
import { findInstallation } from "../clients/find-installation.ts";
import type { Machine } from "../clients/machine.ts";
import type { ServerSource } from "../servers/server-source.ts";
import { fileFor } from "./file-for.ts";

/** Whether the client needs `cmd` to start npx here. */
export function goesThroughCmd(client: Client, { platform }: Machine): boolean {
  return client.needsCmd && platform === "win32";
}

type Writing = { scope: Scope; source: ServerSource; env: Record<string, string> };

/** Notes to show before servers are added. */
export function notesOnAddition(
  client: Client,
  { scope, source, env }: Writing,
  machine: Machine,
): string[] {
  if (scope === "user")
    return findInstallation(client, machine) === undefined
      ? [`${client.title} does not seem to be installed here.`]
      : [];
  const file = fileFor(client, scope, machine);
  // A reference such as ${KEY} is filled in by the client and tells nobody anything.
  const keys = Object.keys(env).filter((key) => !/^\$(\w+|\{[^{}]*\})$/.test(env[key] ?? ""));
  return [
    ...(keys.length > 0
      ? [`${file} is usually shared: anyone with the project can read ${keys.join(", ")}.`]
      : []),
    ...(source.npm ? [] : [`${file} names ${source.folder}, so it is for this machine only.`]),
    ...(source.npm && goesThroughCmd(client, machine)
      ? [`${file} is written for Windows: on other systems the command is npx, without cmd /c.`]
      : []),
  ];
}
