import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { type ClientKind, type Endpoint, firstContent, textOf } from "./interop-client.ts";

/** The client of `@modelcontextprotocol/sdk` 1.x. */
export const firstGeneration: ClientKind = {
  name: "@modelcontextprotocol/sdk 1.x",
  era: "2025",
  cancelsOver: ["stdio", "http"],
  reportsProgress: true,
  async connect(endpoint) {
    const client = new Client({ name: "interop", version: "1.0.0" });
    await client.connect(transportTo(endpoint));
    return {
      toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
      async call(name, args, { signal, onProgress } = {}) {
        const result = (await client.callTool({ name, arguments: args }, undefined, {
          ...(signal && { signal }),
          ...(onProgress && { onprogress: () => onProgress() }),
        })) as CallToolResult;
        return { text: textOf(result.content), isError: result.isError === true };
      },
      resourceUris: async () => (await client.listResources()).resources.map(({ uri }) => uri),
      read: async (uri) => firstContent((await client.readResource({ uri })).contents),
      close: () => client.close(),
    };
  },
};

function transportTo(endpoint: Endpoint): Transport {
  // Its types predate exactOptionalPropertyTypes.
  if (endpoint.over === "http") return new StreamableHTTPClientTransport(endpoint.url) as Transport;
  const { command, args, env, cwd } = endpoint;
  return new StdioClientTransport({ command, args, env, cwd, stderr: "ignore" });
}
