import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { afterTest } from "./after-test.ts";

/** Where a connection is cut when a message to the server fulfils the condition. */
export type Cut = "before" | "after";

export interface CuttingProxy {
  readonly port: number;
  /** Cut all connections now. */
  cut(): void;
  /** Cut all connections, and every new one, until `restore` is called. */
  cutOff(): void;
  restore(): void;
  /** Pass nothing on any more between those who are connected now, and tell neither; new connections work. */
  swallow(): void;
  /**
   * Cut the connection on which the next message fulfils the condition: before it reaches the server, or when the
   * server has answered it, if need be with this answer, and nothing is passed on. Resolves when that has happened.
   */
  cutAt(isIt: Condition, when: Cut, isAnswer?: Condition): Promise<void>;
}

type Condition = (message: Buffer) => boolean;
type Trap = { isIt: Condition; when: Cut; isAnswer: Condition; sprung: () => void };

/** A TCP proxy to a port of this machine that loses connections when told to; gone after the test. */
export async function cuttingProxy(port: number): Promise<CuttingProxy> {
  const open = new Set<Socket>();
  const swallowed = new WeakSet<Socket>();
  let trap: Trap | undefined;
  let isCutOff = false;

  const proxy = createServer({ noDelay: true }, (client) => {
    if (isCutOff) return void client.destroy();
    const server = connect({ port, host: "127.0.0.1", noDelay: true });
    const end = () => {
      client.destroy();
      server.destroy();
      open.delete(client);
    };
    open.add(client);
    let swallows: Trap | undefined;
    client.on("data", (message) => {
      if (swallowed.has(client)) return;
      const found = trap?.isIt(message) === true ? trap : undefined;
      if (found !== undefined) trap = undefined;
      if (found?.when === "before") {
        found.sprung();
        end();
        return;
      }
      swallows ??= found;
      server.write(message);
    });
    server.on("data", (answer) => {
      if (swallowed.has(client)) return;
      if (swallows === undefined) return void client.write(answer);
      if (!swallows.isAnswer(answer)) return;
      swallows.sprung();
      end();
    });
    for (const socket of [client, server]) socket.on("error", end).on("close", end);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");

  const cut = () => {
    for (const client of open) client.destroy();
  };
  afterTest(() => {
    cut();
    proxy.close();
  });
  return {
    port: (proxy.address() as AddressInfo).port,
    cut,
    cutOff: () => {
      isCutOff = true;
      cut();
    },
    restore: () => (isCutOff = false),
    swallow: () => open.forEach((client) => swallowed.add(client)),
    cutAt: (isIt, when, isAnswer = () => true) =>
      new Promise((sprung) => (trap = { isIt, when, isAnswer, sprung })),
  };
}
