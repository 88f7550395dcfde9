import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";

export type Balancer = { url: URL; counts: readonly number[]; close(): Promise<void> };

const SESSION = "mcp-session-id";

/** Passes each request on to the next of several servers; with `sessions`, those of a session to the one that has it. */
export async function startRoundRobin(
  targets: readonly URL[],
  { sessions }: { sessions: boolean } = { sessions: false },
): Promise<Balancer> {
  const counts = targets.map(() => 0);
  const holders = new Map<unknown, number>();
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const held = sessions ? holders.get(incoming.headers[SESSION]) : undefined;
    const index = held ?? turn++ % targets.length;
    const target = targets[index];
    if (!target) return void outgoing.writeHead(502).end();
    counts[index] = (counts[index] ?? 0) + 1;
    const headers = { ...incoming.headers, host: target.host };
    const passed = httpRequest(target, { method: incoming.method, headers }, (response) => {
      const session = response.headers[SESSION];
      if (session !== undefined) holders.set(session, index);
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    passed.on("error", () => outgoing.destroy());
    outgoing.on("close", () => passed.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`),
    counts,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
