import { startHttp, temporaryHome } from "@faculties/testkit";
import type { Endpoint } from "./clients/interop-client.ts";
import type { Subject } from "./find-servers.mjs";
import { type LongCalls, longCalls } from "./long-calls/long-calls.ts";

export type StartedSubject = LongCalls & {
  name: string;
  endpoints: Endpoint[];
  tools: string[];
  /** A tool that does not go without arguments. */
  refused: string;
  offersResources: boolean;
};

/** Starts a server on HTTP for all clients, says how it is started over stdio, and asks what the tests have to know. */
export async function startSubject({
  name,
  entry,
  args,
  env: settings,
}: Subject): Promise<StartedSubject> {
  const prepare = longCalls[name];
  if (!prepare) throw new Error(`Nothing is known of the long calls of ${name}.`);
  const [long, home] = await Promise.all([prepare(), temporaryHome()]);
  const env = { ...settings, ...long.env };
  const server = await startHttp({
    entry,
    home,
    args: [...args, "--http-rate-limit", "1000", "--metrics"],
    env: { ...env, LOG_LEVEL: "info" },
  });
  const { client, close } = await server.connect("2026");
  const { tools } = await client.listTools();
  const offersResources = client.getServerCapabilities()?.resources !== undefined;
  await close();
  const stdio: Endpoint = {
    over: "stdio",
    command: process.execPath,
    args: [entry, ...args],
    env: { PATH: process.env["PATH"] ?? "", ...home.env, ...env, LOG_LEVEL: "error" },
    cwd: home.directory,
  };
  return {
    ...long,
    name,
    endpoints: [stdio, { over: "http", url: server.url }],
    tools: tools.map((tool) => tool.name),
    refused: tools.find(({ inputSchema }) => inputSchema.required?.length)?.name ?? "",
    offersResources,
  };
}
