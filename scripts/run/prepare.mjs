import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { execute } from "./execute.mjs";
import { fail, stage } from "./report.mjs";

const LEAST_NODE = [20, 19];
const STAMP = "node_modules/.installed";

export function requireNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  const [leastMajor, leastMinor] = LEAST_NODE;
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return;
  fail(`Node ${LEAST_NODE.join(".")} or newer is needed; this is ${process.versions.node}.`);
}

/** Installs the locked dependencies, unless exactly these are installed already. */
export async function install() {
  const wanted = `${createHash("sha256").update(readFileSync("pnpm-lock.yaml")).digest("hex")} ${process.versions.modules}`;
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === wanted) return;
  const { packageManager } = JSON.parse(readFileSync("package.json", "utf8"));
  await stage("Installing dependencies (the first time takes a few minutes)", async () => {
    // Through npm, which tells node-gyp where Node's headers are.
    const { code, output } = await execute(
      "npm",
      [
        "exec",
        "--yes",
        `--package=${packageManager}`,
        "--",
        "pnpm",
        "install",
        "--frozen-lockfile",
      ],
      { env: process.env, quietly: true },
    );
    if (code !== 0) fail(`Installing failed. ${reason(output)}`);
    writeFileSync(STAMP, wanted);
  });
}

function reason(output) {
  // Asked first: compiling starts when the prebuilt binary could not be downloaded, which looks like no network.
  if (output.includes("gyp ERR"))
    return "better-sqlite3's prebuilt binary could not be downloaded, and it could not be compiled: install python3, make and a C++ compiler (on Debian: apt install python3 make g++; on macOS: xcode-select --install).";
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ERR_SOCKET_TIMEOUT/.test(output))
    return "The npm registry could not be reached: check the network or the proxy settings of npm.";
  return "The lines above say why.";
}
