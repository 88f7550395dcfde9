import type { ClientKind } from "./connect-client.ts";
import { startServer } from "./start-server.ts";
import type { StartServerOptions, TestServer } from "./start-server.ts";
import { temporaryHome } from "./temporary-home.ts";

/** Start `count` servers at the same moment in one home, and so on the same files. */
export async function startServers<K extends ClientKind = "2025">(
  count: number,
  options: StartServerOptions<K>,
): Promise<TestServer<K>[]> {
  const home = options.home ?? (await temporaryHome());
  const starts = Array.from({ length: count }, () => startServer({ ...options, home }));
  return Promise.all(starts);
}

/** Two servers in one home. */
export async function twoServers<K extends ClientKind = "2025">(
  options: StartServerOptions<K>,
): Promise<[TestServer<K>, TestServer<K>]> {
  return (await startServers(2, options)) as [TestServer<K>, TestServer<K>];
}
