import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const LEAST_NODE = [22, 19];
const NODE_PACKAGE = "node@22.23.3";
const INSTALL_MS = 300_000;

/**
 * Installs programs that need a newer Node than this repository does, outside of it. An earlier
 * installation is used again. If the installation fails, tests are skipped and do not fail.
 * @param {string} name
 * @param {string[]} packages
 * @returns {{ node: string, folder: string } | { skipped: string }}
 */
export function openToolbox(name, packages) {
  const folder = join(tmpdir(), "faculties-interop", name);
  const needed = isNewEnough() ? packages : [...packages, NODE_PACKAGE];
  const node = isNewEnough()
    ? process.execPath
    : join(
        folder,
        "node_modules",
        "node",
        "bin",
        process.platform === "win32" ? "node.exe" : "node",
      );
  const done = join(folder, `installed-${needed.join("+").replaceAll(/[^\w.+-]/g, "_")}`);
  if (existsSync(done)) return { node, folder };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }));
  const { status, stderr } = spawnSync(
    "npm",
    ["install", "--no-audit", "--no-fund", "--loglevel=error", ...needed],
    { cwd: folder, encoding: "utf8", timeout: INSTALL_MS, shell: process.platform === "win32" },
  );
  if (status !== 0)
    return { skipped: `npm cannot install ${needed.join(" ")}: ${lastLine(stderr)}` };
  const { stdout, status: runs } = spawnSync(node, ["--version"], { encoding: "utf8" });
  if (runs !== 0) return { skipped: `${NODE_PACKAGE} does not run here` };
  writeFileSync(done, stdout);
  return { node, folder };
}

function isNewEnough() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const [leastMajor = 0, leastMinor = 0] = LEAST_NODE;
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}

/** @param {string | null} text */
function lastLine(text) {
  return text?.trim().split("\n").at(-1) ?? "no reason given";
}
