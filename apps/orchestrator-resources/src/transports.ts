import type { McpInfoOutput } from "@faculties/schemas/orchestrator-resources/mcp-info";
import type { ServerFacts } from "./context.ts";

/** How clients reach this server. Over HTTP, newer clients need no session; older ones get one. */
export function transportsOf({ http }: ServerFacts): McpInfoOutput["transports"] {
  const isHttp = http !== undefined;
  return {
    stdio: { enabled: !isHttp },
    http: {
      enabled: isHttp,
      host: http?.host ?? null,
      // 0 asks for any free port, and which one it is going to be is not known here.
      port: http?.port || null,
      path: isHttp ? "/mcp" : null,
      enableJson: isHttp,
      stateless: isHttp,
    },
  };
}
