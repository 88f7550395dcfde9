import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { type ClientKind, type Endpoint, firstContent, textOf } from "./interop-client.ts";

/** `@modelcontextprotocol/client` 2, held to one era of the protocol. */
export function secondGeneration(era: "2025" | "2026"): ClientKind {
  return {
    name: `@modelcontextprotocol/client, ${era} era`,
    era,
    cancelsOver: ["stdio", "http"],
    reportsProgress: true,
    async connect(endpoint) {
      const mode = era === "2026" ? { pin: "2026-07-28" } : "legacy";
      const client = new Client(
        { name: "interop", version: "1.0.0" },
        { versionNegotiation: { mode } },
      );
      await client.connect(transportTo(endpoint));
      return {
        toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
        async call(name, args, { signal, onProgress } = {}) {
          const result = await client.callTool(
            { name, arguments: args },
            { ...(signal && { signal }), ...(onProgress && { onprogress: () => onProgress() }) },
          );
          return { text: textOf(result.content), isError: result.isError === true };
        },
        resourceUris: async () => (await client.listResources()).resources.map(({ uri }) => uri),
        read: async (uri) => firstContent((await client.readResource({ uri })).contents),
        close: () => client.close(),
      };
    },
  };
}

function transportTo(endpoint: Endpoint): StdioClientTransport | StreamableHTTPClientTransport {
  if (endpoint.over === "http") return new StreamableHTTPClientTransport(endpoint.url);
  const { command, args, env, cwd } = endpoint;
  return new StdioClientTransport({ command, args, env, cwd, stderr: "ignore" });
}
