import { execFile } from "node:child_process";
import { existsSync, mkdirSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const INSTALLED = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const UNPACKED = fileURLToPath(new URL("node_modules/.chromium", import.meta.url));

/** The Chromium that playwright starts: that of CHROMIUM_PATH, the machine's own, or the one that npm installed. */
export async function browserOptions() {
  const own = process.env.CHROMIUM_PATH ?? INSTALLED.find((path) => existsSync(path));
  if (own !== undefined) return { executablePath: own };
  // Npm has it for this machine only; elsewhere Chrome must be installed.
  if (process.platform !== "linux" || process.arch !== "x64") return { channel: "chrome" };
  if (!existsSync(UNPACKED)) await unpack();
  return {
    executablePath: join(UNPACKED, "chromium"),
    args: ["--no-sandbox"],
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(UNPACKED, "al2023", "lib"),
      ...(!existsSync("/etc/fonts") && { FONTCONFIG_PATH: join(UNPACKED, "fonts") }),
    },
  };
}

/** The package unpacks into TMPDIR, and the libraries that a bare machine lacks only where it believes to be at Amazon's. */
async function unpack() {
  const folder = `${UNPACKED}.${process.pid}`;
  mkdirSync(folder, { recursive: true });
  const code = `await (await import("@sparticuz/chromium")).default.executablePath()`;
  await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", code], {
    cwd: dirname(fileURLToPath(import.meta.url)),
    env: { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: "20.x" },
  });
  renameSync(folder, UNPACKED);
}
