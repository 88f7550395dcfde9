import { Client } from "@modelcontextprotocol/client";
import type { ClientCapabilities, Transport } from "@modelcontextprotocol/client";
import type { Client as FirstClient } from "@modelcontextprotocol/sdk/client/index.js";
import type { Transport as FirstTransport } from "@modelcontextprotocol/sdk/shared/transport.js";

/** The v2 client with the `initialize` handshake, the v2 client with `server/discover`, the 1.x client. */
export const clientKinds = ["2025", "2026", "1.x"] as const;

export type ClientKind = (typeof clientKinds)[number];

export type ClientOf<K extends ClientKind> = {
  "2025": Client;
  "2026": Client;
  "1.x": FirstClient;
}[K];

export interface ClientSettings<K extends ClientKind> {
  readonly capabilities?: ClientCapabilities | undefined;
  /** Called before the client connects: the place for request and notification handlers. */
  readonly configure?: ((client: ClientOf<K>) => void) | undefined;
}

const identity = { name: "faculties-testkit", version: "1.0.0" };

/** Connect a client of the wanted kind over a transport. */
export async function connectClient<K extends ClientKind>(
  kind: K,
  transport: Transport,
  { capabilities = {}, configure }: ClientSettings<K> = {},
): Promise<ClientOf<K>> {
  if (kind === "1.x") {
    const sdk = await import("@modelcontextprotocol/sdk/client/index.js");
    const client = new sdk.Client(identity, { capabilities } as object);
    configure?.(client as ClientOf<K>);
    await client.connect(transport as FirstTransport);
    return client as ClientOf<K>;
  }
  const mode = kind === "2026" ? { pin: "2026-07-28" } : "legacy";
  const client = new Client(identity, { capabilities, versionNegotiation: { mode } });
  configure?.(client as ClientOf<K>);
  await client.connect(transport);
  return client as ClientOf<K>;
}
