import { createMCPClient } from "@ai-sdk/mcp";
import { Experimental_StdioMCPTransport as StdioTransport } from "@ai-sdk/mcp/mcp-stdio";
import { type ClientKind, type Endpoint, firstContent, textOf } from "./interop-client.ts";

/** The MCP client of Vercel's AI SDK: an implementation of its own. */
export const vercelAi: ClientKind = {
  name: "@ai-sdk/mcp",
  era: "2025",
  // It stops waiting but sends no notifications/cancelled.
  cancelsOver: [],
  reportsProgress: false,
  async connect(endpoint) {
    const client = await createMCPClient({ transport: transportTo(endpoint) });
    const definitions = await client.listTools();
    const tools = client.toolsFromDefinitions(definitions);
    return {
      toolNames: async () => definitions.tools.map(({ name }) => name),
      async call(name, args, { signal } = {}) {
        const tool = tools[name];
        if (!tool) throw new Error(`The client knows no tool ${name}.`);
        const result = await tool.execute(args, {
          toolCallId: name,
          messages: [],
          ...(signal && { abortSignal: signal }),
        });
        const { content, isError } = result as { content: { type: string }[]; isError?: boolean };
        return { text: textOf(content), isError: isError === true };
      },
      resourceUris: async () => (await client.listResources()).resources.map(({ uri }) => uri),
      read: async (uri) => firstContent((await client.readResource({ uri })).contents),
      close: () => client.close(),
    };
  },
};

function transportTo(endpoint: Endpoint) {
  if (endpoint.over === "http") return { type: "http" as const, url: endpoint.url.href };
  const { command, args, env, cwd } = endpoint;
  return new StdioTransport({ command, args, env, cwd, stderr: "ignore" });
}
