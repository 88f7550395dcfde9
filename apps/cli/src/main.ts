import { readdirSync } from "node:fs";
import { homedir } from "node:os";
import { fileURLToPath } from "node:url";
import { findClone } from "./servers/find-clone.ts";
import { run } from "./run.ts";

const { argv, env, execPath, platform, stdin, stdout, stderr } = process;
const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => interrupted.abort());
// The reader of the output may stop early, as `head` does.
for (const stream of [stdout, stderr])
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });

void run(argv.slice(2), {
  platform,
  home: homedir(),
  cwd: process.cwd(),
  environment: env,
  namesIn,
  clone: findClone(fileURLToPath(import.meta.url)),
  node: execPath,
  isInteractive: stdin.isTTY && stdout.isTTY,
  hasColour: stdout.isTTY && !env["NO_COLOR"] && env["TERM"] !== "dumb",
  now: () => new Date(),
  print: (line) => void stdout.write(`${line}\n`),
  warn: (line) => void stderr.write(`${line}\n`),
  signal: interrupted.signal,
}).then((code) => {
  process.exitCode = code;
});

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // A folder that is not there, or may not be read, has nothing to offer.
    return [];
  }
}
