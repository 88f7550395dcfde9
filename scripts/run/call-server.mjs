import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

/** Starts a server in a home of its own, lets `body` talk to it through a real client, and stops it. */
export async function callServer({ command, args = [], env = {}, home }, body) {
  const client = new Client({ name: "faculties", version: "1.0.0" });
  const base = {
    PATH: process.env.PATH ?? "",
    HOME: home,
    XDG_DATA_HOME: home,
    XDG_CACHE_HOME: home,
    LOG_LEVEL: "error",
  };
  await client.connect(
    new StdioClientTransport({ command, args, env: { ...base, ...env }, cwd: home }),
  );
  try {
    return await body(client);
  } finally {
    await client.close();
  }
}
