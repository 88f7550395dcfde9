import { styleText } from "node:util";
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from "diff";
import type { Client } from "../clients/client.ts";
import { maskCredentials } from "../domain/mask-credentials.ts";
import type { Change } from "./change.ts";
import { formatOf } from "./formats.ts";
import { readServers } from "./read-servers.ts";

const CONTEXT_LINES = 2;
const SHOWN_FIELDS = ["type", "command", "args"];

/** The difference as a patch in which only the launch of our own servers can be read: other strings may be keys. */
export function renderDiff({ client, file, source, after }: Change, hasColour: boolean): string[] {
  const before = masked(client, source.text ?? "");
  const wanted = masked(client, after);
  const oldName = source.text === undefined ? "/dev/null" : file;
  const options = { context: CONTEXT_LINES, headerOptions: FILE_HEADERS_ONLY };
  if (before === wanted) return [`--- ${file}`, "(only values that are not shown change)"];
  return createTwoFilesPatch(oldName, file, before, wanted, "", "", options)
    .trimEnd()
    .split("\n")
    .map((line) => line.trimEnd())
    .map((line) => (hasColour ? coloured(line) : line));
}

function masked(client: Client, text: string): string {
  const ours = new Set(
    readServers(client, text).flatMap(({ name, server }) => (server === undefined ? [] : [name])),
  );
  const readable = formatOf(client).mask(
    text,
    ([container, name, field]) =>
      container === client.container &&
      ours.has(String(name)) &&
      SHOWN_FIELDS.includes(String(field)),
  );
  return maskCredentials(readable).replaceAll("\r\n", "\n");
}

function coloured(line: string): string {
  if (line.startsWith("+")) return styleText("green", line);
  if (line.startsWith("-")) return styleText("red", line);
  return line.startsWith("@@") ? styleText("cyan", line) : line;
}
