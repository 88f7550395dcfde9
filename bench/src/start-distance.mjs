import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("delay-proxy.mjs", import.meta.url));

/**
 * A way to a database of this machine on which everything is under way for some time, as in a network.
 * @param {string} url
 * @param {number} delayMs each way
 */
export async function startDistance(url, delayMs) {
  const near = new URL(url);
  const child = spawn(process.execPath, [program, near.port, `${delayMs}`], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const [port] = await once(/** @type {import("node:stream").Readable} */ (child.stdout), "data");
  const far = new URL(url);
  far.port = String(port).trim();
  return { url: far.href, stop: () => child.kill() };
}
