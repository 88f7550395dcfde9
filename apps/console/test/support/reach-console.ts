import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

/** A running console, by the address that it printed. */
export function reachConsole(address: string) {
  const url = new URL(address);
  const token = url.searchParams.get("token") ?? "";
  const authorization = `Bearer ${token}`;
  return {
    address,
    origin: url.origin,
    token,
    ask: (path: string, init: RequestInit = {}) =>
      fetch(url.origin + path, { ...init, headers: { authorization, ...init.headers } }),
    /** Calls a tool through the console, as a user's client does. */
    async call(server: string, name: string, input: Record<string, unknown>): Promise<void> {
      const client = await this.connect(server);
      const { isError, content } = await client.callTool({ name, arguments: input });
      await client.close();
      if (isError) throw new Error(JSON.stringify(content));
    },
    async connect(server: string): Promise<Client> {
      const client = new Client({ name: "test", version: "1.0.0" });
      await client.connect(
        new StreamableHTTPClientTransport(new URL(`/${server}/mcp`, url), {
          requestInit: { headers: { authorization } },
        }),
      );
      return client;
    },
  };
}
