// A client that takes all it can get, as a process of its own: greedy-client.mjs <kind> <url> <token> <call>.
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { modernText } from "./modern-request.mjs";

const STREAMS = 600;
const BODIES = 100;
const CALLS = 128;
const SILENT_PER_ROUND = 50;
const MIB = 1024 * 1024;

const [kind = "", address = "", token = "", call = "{}"] = process.argv.slice(2);
const url = new URL(address);

/**
 * Sends a text on a new connection; resolves when the server ends it, or answers in full if so wanted.
 * @param {string | Buffer} text
 * @param {{ isOver?: (received: string) => boolean }} [options]
 */
async function send(text, { isOver = () => false } = {}) {
  const socket = connect(Number(url.port), url.hostname);
  socket.on("error", () => undefined);
  let received = "";
  socket.on("data", (data) => {
    received = (received + data.toString("latin1")).slice(-4096);
    if (isOver(received)) socket.destroy();
  });
  socket.write(text);
  // Not `once`, which rejects when the server cuts the connection off.
  await new Promise((resolve) => socket.once("close", resolve));
}

/**
 * Keeps so many under way, each begun again when it ends; a moment later if it was refused.
 * @param {number} count
 * @param {() => Promise<void>} one
 * @param {number} pauseMs
 */
function keep(count, one, pauseMs) {
  return Promise.all(
    Array.from({ length: count }, async () => {
      for (;;) {
        await one();
        await delay(pauseMs);
      }
    }),
  );
}

/** @type {Record<string, () => Promise<unknown>>} */
const kinds = {
  async spin() {
    for (;;);
  },
  streams() {
    const listen = modernText(url, token, "subscriptions/listen", {
      notifications: { resourcesListChanged: true },
    });
    return keep(STREAMS, () => send(listen), 1_000);
  },
  bodies() {
    const whole = modernText(url, token, "tools/list", { padding: " ".repeat(16 * MIB - 1024) });
    return keep(BODIES, () => send(whole.slice(0, 8 * MIB)), 1_000);
  },
  calls() {
    const text = modernText(url, token, "tools/call", JSON.parse(call));
    return keep(
      CALLS,
      () => send(text, { isOver: (received) => received.includes('"result"') }),
      0,
    );
  },
  async silence() {
    for (;;) {
      for (let count = 0; count < SILENT_PER_ROUND; count += 1) void send("");
      await delay(100);
    }
  },
};
await kinds[kind]?.();
