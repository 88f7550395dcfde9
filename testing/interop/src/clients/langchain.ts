import { MultiServerMCPClient } from "@langchain/mcp-adapters";
import { type ClientKind, type Endpoint, firstContent } from "./interop-client.ts";

const SERVER = "server";

/** LangChain's adapters: tools become LangChain tools, and their failures exceptions. */
export const langchain: ClientKind = {
  name: "@langchain/mcp-adapters",
  era: "2025",
  cancelsOver: ["stdio", "http"],
  reportsProgress: true,
  async connect(endpoint) {
    let progressed: (() => void) | undefined;
    const client = new MultiServerMCPClient({
      mcpServers: { [SERVER]: connectionTo(endpoint) },
      onProgress: () => progressed?.(),
    });
    const tools = new Map((await client.getTools(SERVER)).map((tool) => [tool.name, tool]));
    return {
      toolNames: async () => [...tools.keys()],
      async call(name, args, { signal, onProgress } = {}) {
        const tool = tools.get(name);
        if (!tool) throw new Error(`The client knows no tool ${name}.`);
        progressed = onProgress;
        try {
          const answer: unknown = await tool.invoke(args, signal && { signal });
          return { text: textWithin(answer), isError: false };
        } catch (error) {
          if (signal?.aborted) throw error;
          return { text: (error as Error).message, isError: true };
        }
      },
      async resourceUris() {
        const { [SERVER]: resources = [] } = await client.listResources(SERVER);
        return resources.map(({ uri }) => uri);
      },
      read: async (uri) => firstContent(await client.readResource(SERVER, uri)),
      close: () => client.close(),
    };
  },
};

function textWithin(answer: unknown): string {
  if (typeof answer === "string") return answer;
  const block = Array.isArray(answer) ? answer[0] : answer;
  return String((block as { text?: unknown }).text);
}

function connectionTo(endpoint: Endpoint) {
  if (endpoint.over === "http")
    return { transport: "http" as const, url: endpoint.url.href, automaticSSEFallback: false };
  const { command, args, env, cwd } = endpoint;
  return { transport: "stdio" as const, command, args, env, cwd, stderr: "ignore" as const };
}
