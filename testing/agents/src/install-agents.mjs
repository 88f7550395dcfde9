import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The versions that are tried: a newer one may ask its model, or its hooks, in another way. */
const PACKAGES = {
  "@anthropic-ai/claude-code": "2.1.197",
  "@openai/codex": "0.169.0",
  "@google/gemini-cli": "0.61.0",
  "opencode-ai": "1.18.33",
};
const INSTALL_MS = 240_000;
const INSTALLED = "installed.json";

/**
 * The agents' programs, installed once into a folder outside the repository, or the reason why they cannot be had here.
 * @returns {{ programs: string, versions: Record<string, string> } | { skipped: string }}
 */
export function installAgents() {
  if (process.platform === "win32") return { skipped: "the agents are started as on Unix." };
  const folder = join(tmpdir(), "faculties-agents");
  const wanted = JSON.stringify(PACKAGES);
  mkdirSync(folder, { recursive: true });
  const stamp = join(folder, INSTALLED);
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== wanted) {
    writeFileSync(join(folder, "package.json"), "{}\n");
    const names = Object.entries(PACKAGES).map(([name, version]) => `${name}@${version}`);
    const flags = ["--prefix", folder, "--no-audit", "--no-fund", "--loglevel", "error"];
    const { status, stderr } = spawnSync("npm", ["install", ...flags, ...names], {
      encoding: "utf8",
      timeout: INSTALL_MS,
    });
    if (status !== 0)
      return {
        skipped: `npm could not install them: ${stderr.trim().split("\n")[0] ?? "no answer"}`,
      };
    writeFileSync(stamp, wanted);
  }
  return { programs: join(folder, "node_modules", ".bin"), versions: PACKAGES };
}
