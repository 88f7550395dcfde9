import type { ClientKind } from "../clients/interop-client.ts";
import type { LongCalls } from "../long-calls/long-calls.ts";

type Server = Pick<LongCalls, "lasts" | "progress" | "witness"> & { name: string };

/** The abilities of clients and servers with long calls, as the tests try them. */
export function renderMatrix(clients: readonly ClientKind[], servers: readonly Server[]): string {
  const yes = (can: boolean) => (can ? "yes" : "no");
  return [
    table(
      ["client", "era", "sees progress", "cancels over stdio", "cancels over HTTP"],
      clients.map(({ name, era, reportsProgress, cancelsOver }) => [
        name.replace(/,.*/, ""),
        era,
        yes(reportsProgress),
        yes(cancelsOver.includes("stdio")),
        yes(cancelsOver.includes("http")),
      ]),
    ),
    table(
      ["server", "what lasts", "progress", "once it is cancelled"],
      servers.map(({ name, lasts, progress, witness }) => [
        name,
        lasts,
        typeof progress === "string" ? `none: ${progress}` : "yes",
        witness,
      ]),
    ),
  ].join("\n\n");
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(header), line(header.map(() => "---")), ...rows.map(line)].join("\n");
}
