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
};

/** Runs a tool with its output shown on stderr; resolves with its exit code and the end of what it said. */
export function execute(command, args, { cwd, env = environment } = {}) {
  return new Promise((resolved, rejected) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: ["ignore", "pipe", "pipe"],
      shell: onWindows,
    });
    let output = "";
    const show = (chunk) => {
      process.stderr.write(chunk);
      output = (output + chunk).slice(-KEPT_OUTPUT);
    };
    child.stdout.on("data", show);
    child.stderr.on("data", show);
    child.once("error", rejected);
    child.once("close", (code) => resolved({ code: code ?? 1, output }));
  });
}
