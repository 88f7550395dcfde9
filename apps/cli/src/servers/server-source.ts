import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { ConfigError } from "@faculties/mcp-kit/options";
import type { Context } from "../context.ts";
import type { ServerName } from "../domain/known-servers.ts";
import { type Launch, launchWithNpx } from "../domain/launch.ts";

/** Where the servers come from: npm, or a folder that holds their built files. */
export type ServerSource = { npm: true } | { npm: false; folder: string; node: string };

const NPM = "npm";

/** `npm`, a folder, or by default the clone that this program runs from. */
export function serverSource(given: string | undefined, context: Context): ServerSource {
  const from = given ?? context.clone ?? NPM;
  if (from === NPM) return { npm: true };
  return { npm: false, folder: resolve(context.cwd, from), node: context.node };
}

export function launchFrom(
  source: ServerSource,
  server: ServerName,
  flags: readonly string[],
  throughCmd: boolean,
): Launch {
  if (source.npm) return launchWithNpx(server, flags, throughCmd);
  return { command: source.node, args: [entryIn(source.folder, server), ...flags] };
}

/** A clone has its servers in `apps`, a folder with installed packages in `node_modules`. */
function entryIn(folder: string, server: ServerName): string {
  const entries = [
    join(folder, "apps", server, "dist", "main.mjs"),
    join(folder, "node_modules", "@faculties", server, "dist", "main.mjs"),
  ];
  const found = entries.find((entry) => existsSync(entry));
  if (found !== undefined) return found;
  throw new ConfigError(
    `${folder} has no built ${server}. Name a clone in which npm start has run once, or a folder with @faculties/${server} installed.`,
  );
}
