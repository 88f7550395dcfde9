import { MCPServerStdio, MCPServerStreamableHttp } from "@openai/agents-core";
import { type ClientKind, type Endpoint, firstContent, textOf } from "./interop-client.ts";

/** The MCP part of OpenAI's Agents SDK. */
export const openaiAgents: ClientKind = {
  name: "@openai/agents",
  era: "2025",
  cancelsOver: ["stdio", "http"],
  reportsProgress: false,
  async connect(endpoint) {
    const server = serverAt(endpoint);
    await server.connect();
    return {
      toolNames: async () => (await server.listTools()).map(({ name }) => name),
      async call(name, args, { signal } = {}) {
        const result = await server.callToolResult(name, args, null, signal ? { signal } : {});
        return { text: textOf(result.content), isError: result.isError === true };
      },
      resourceUris: async () => (await server.listResources()).resources.map(({ uri }) => uri),
      read: async (uri) => firstContent((await server.readResource(uri)).contents),
      close: () => server.close(),
    };
  },
};

function serverAt(endpoint: Endpoint): MCPServerStdio | MCPServerStreamableHttp {
  if (endpoint.over === "http") return new MCPServerStreamableHttp({ url: endpoint.url.href });
  const { command, args, env, cwd } = endpoint;
  return new MCPServerStdio({ command, args, env, cwd });
}
