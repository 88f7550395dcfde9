import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import * as z from "zod";

const text = z.object({ text: z.string().describe("Any text.") });

serveStdio(() => {
  const server = new McpServer({ name: "bare-sdk", version: "1.0.0" });
  server.registerTool(
    "echo",
    { description: "Return the text it is given.", inputSchema: text, outputSchema: text },
    async (input) => ({
      content: [{ type: "text", text: JSON.stringify(input) }],
      structuredContent: input,
    }),
  );
  return server;
});
