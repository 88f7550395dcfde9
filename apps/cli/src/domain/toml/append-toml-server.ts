import type { ServerEntry } from "../server-entry.ts";
import { launchFields } from "../server-entry.ts";
import { renderTomlHeader, renderTomlPair } from "./render-toml.ts";
import { lineEndOf } from "./text-lines.ts";

/** Adds the server's tables behind everything else; a file without a last line end stays without one. */
export function appendTomlServer(
  text: string,
  path: readonly string[],
  entry: ServerEntry,
): string {
  const variables = Object.entries(entry.env).map(([key, value]) => renderTomlPair(key, value));
  const lines = [
    renderTomlHeader(path),
    ...launchFields(entry).map(([key, value]) => renderTomlPair(key, value)),
    ...(variables.length > 0 ? ["", renderTomlHeader([...path, "env"]), ...variables] : []),
  ];
  const eol = lineEndOf(text);
  const section = lines.join(eol);
  if (text === "") return section + eol;
  return text.endsWith("\n") ? text + eol + section + eol : text + eol + eol + section;
}
