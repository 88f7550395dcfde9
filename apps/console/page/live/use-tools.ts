import { useEffect, useState } from "preact/hooks";
import type { ServerName } from "../servers.ts";
import { listTools, type Tool } from "./mcp.ts";

/** The tools that a server offers; undefined until it has told. */
export function useTools(server: ServerName): Tool[] | undefined {
  const [found, setFound] = useState<{ server: ServerName; tools: Tool[] }>();
  useEffect(() => {
    let isWanted = true;
    void listTools(server).then(
      (tools) => isWanted && setFound({ server, tools }),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [server]);
  return found?.server === server ? found.tools : undefined;
}
