import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
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

/** Installs the locked dependencies, unless exactly these are installed already and SQLite's binary can be loaded. */
export async function install() {
  const wanted = `${createHash("sha256").update(readFileSync("pnpm-lock.yaml")).digest("hex")} ${process.versions.modules}`;
  const isStamped = existsSync(STAMP) && readFileSync(STAMP, "utf8") === wanted;
  if (isStamped && canLoadSqlite()) return;
  rmSync(STAMP, { force: true });
  await stage("Installing dependencies (the first time takes a few minutes)", async () => {
    await pnpm("install", "--frozen-lockfile");
    // pnpm does not compile again what it has compiled before, even if the result is gone.
    if (!canLoadSqlite()) await pnpm("rebuild", "better-sqlite3");
    if (!canLoadSqlite())
      fail("better-sqlite3 is installed, but its binary cannot be loaded. Delete node_modules.");
    writeFileSync(STAMP, wanted);
  });
}

/** Through npm, which tells node-gyp where Node's headers are. */
async function pnpm(...args) {
  const { packageManager } = JSON.parse(readFileSync("package.json", "utf8"));
  const { code, output } = await execute(
    "npm",
    ["exec", "--yes", `--package=${packageManager}`, "--", "pnpm", ...args],
    { env: process.env, quietly: true },
  );
  if (code !== 0) fail(`Installing failed. ${reason(output)}`);
}

/** A checkout that was copied or moved may have lost the binary, which no lock file tells. */
function canLoadSqlite() {
  const name =
    Number.parseInt(process.versions.node, 10) >= 22 ? "better-sqlite3-13" : "better-sqlite3";
  try {
    const Database = createRequire(`${process.cwd()}/packages/storage/package.json`)(name);
    new Database(":memory:").close();
    return true;
  } catch {
    return false;
  }
}

function reason(output) {
  // Asked first: compiling starts when the prebuilt binary could not be downloaded, which looks like no network.
  if (output.includes("gyp ERR"))
    return "better-sqlite3's prebuilt binary could not be downloaded, and it could not be compiled: install python3, make and a C++ compiler (on Debian: apt install python3 make g++; on macOS: xcode-select --install).";
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ERR_SOCKET_TIMEOUT/.test(output))
    return "The npm registry could not be reached: check the network or the proxy settings of npm.";
  return "The lines above say why.";
}
