import { spawn } from "node:child_process";
import { delimiter, resolve } from "node:path";

const KEPT_OUTPUT = 64 * 1024;
const onWindows = process.platform === "win32";

/** The environment in which workspace tools are found; turbo itself calls `pnpm`. */
const environment = {
  ...process.env,
  PATH: [resolve("node_modules/.bin"), process.env.PATH].join(delimiter),
  TURBO_TELEMETRY_DISABLED: "1",
  TURBO_NO_UPDATE_NOTIFIER: "1",
  // The type checker is a Go program: it takes a quarter less time when it collects its garbage less often.
  GOGC: process.env.GOGC ?? "400",
};

/**
 * Runs a tool with its output shown on stderr, or `quietly` with its output shown only when it fails, or never
 * ("always"); resolves with its exit code and the end of what it said.
 */
export function execute(
  command,
  args,
  { cwd, env = environment, quietly = false, keep = KEPT_OUTPUT } = {},
) {
  return new Promise((resolved, rejected) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: ["ignore", "pipe", "pipe"],
      shell: onWindows,
    });
    let output = "";
    const hear = (chunk) => {
      if (!quietly) process.stderr.write(chunk);
      output = (output + chunk).slice(-keep);
    };
    child.stdout.setEncoding("utf8").on("data", hear);
    child.stderr.setEncoding("utf8").on("data", hear);
    child.once("error", rejected);
    child.once("close", (status) => {
      const code = status ?? 1;
      if (quietly === true && code !== 0) process.stderr.write(output);
      resolved({ code, output });
    });
  });
}
