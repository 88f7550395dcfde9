import { once } from "node:events";
import { connect, createServer } from "node:net";

// A process of its own, so that it takes no time from the measuring one: node delay-proxy.mjs <port> <ms each way>
const [port = 0, delayMs = 0] = process.argv.slice(2).map(Number);

/**
 * @param {import("node:net").Socket} from
 * @param {import("node:net").Socket} to
 */
function passOn(from, to) {
  from.on("data", (chunk) => setTimeout(() => to.write(chunk), delayMs));
  from.on("close", () => setTimeout(() => to.end(), delayMs));
  from.on("error", () => undefined);
}

const server = createServer({ noDelay: true }, (client) => {
  const database = connect({ port, host: "127.0.0.1", noDelay: true });
  passOn(client, database);
  passOn(database, client);
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
process.stdout.write(`${/** @type {import("node:net").AddressInfo} */ (server.address()).port}\n`);
process.on("disconnect", () => process.exit());
