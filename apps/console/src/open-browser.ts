import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ["open"],
  win32: ["explorer"],
  linux: ["xdg-open"],
};

/**
 * Opens the page in the user's browser. The address holds the token and arguments of a process can be seen by others on
 * the machine, so that the browser is given a file of this user's that leads to it.
 */
export function openBrowser(address: string, folder: string): void {
  const [command, ...args] = OPENERS[process.platform] ?? [];
  if (command === undefined) return;
  const file = join(folder, "open-console.html");
  try {
    writeFileSync(file, `<meta http-equiv="refresh" content="0; url=${address}">\n`, {
      mode: 0o600,
    });
  } catch {
    return;
  }
  const child = spawn(command, [...args, pathToFileURL(file).href], {
    stdio: "ignore",
    detached: true,
  });
  // Without a browser, the printed address is there.
  child.once("error", () => undefined);
  child.unref();
}

/** Whether there is a person at a desktop: a terminal and, on Linux, a display. */
export function hasDesktop(env: Readonly<Record<string, string | undefined>>): boolean {
  if (!process.stdout.isTTY || env["CI"] || env["SSH_CONNECTION"]) return false;
  return process.platform !== "linux" || Boolean(env["DISPLAY"] || env["WAYLAND_DISPLAY"]);
}
