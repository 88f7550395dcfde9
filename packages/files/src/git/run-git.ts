import { spawn } from "node:child_process";

export type GitResult = { code: number; stdout: Buffer; stderr: string };

export type Environment = Readonly<Record<string, string | undefined>>;

export type GitOptions = {
  signal: AbortSignal;
  environment: Environment;
  /** Settings that win over those of the repository. */
  overrides?: readonly string[];
  input?: string;
  maxBytes?: number;
};

const MAX_BYTES = 64 * 1024 * 1024;

// Nothing that a repository brings along may run.
const SAFE_SETTINGS = [
  "core.fsmonitor=",
  "core.hooksPath=/dev/null",
  "core.quotePath=off",
  "core.pager=",
  "diff.external=",
  "diff.orderFile=/dev/null",
  "protocol.allow=never",
];
const INHERITED =
  /^(PATH|HOME|USERPROFILE|SYSTEMROOT|SystemRoot|TMPDIR|TEMP|TMP|XDG_CONFIG_HOME|APPDATA|LOCALAPPDATA)$/;

/** Runs git in a folder, with nothing of the surroundings that could lead it elsewhere. */
export function runGit(
  root: string,
  args: readonly string[],
  options: GitOptions,
): Promise<GitResult> {
  const { signal, environment, overrides = [], input = "", maxBytes = MAX_BYTES } = options;
  const settings = [...SAFE_SETTINGS, ...overrides].flatMap((setting) => ["-c", setting]);
  const child = spawn("git", ["--no-pager", "--literal-pathspecs", ...settings, ...args], {
    cwd: root,
    env: gitEnvironment(environment),
    stdio: ["pipe", "pipe", "pipe"],
    signal,
    killSignal: "SIGKILL",
  });
  const output: Buffer[] = [];
  const errors: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
    child.stderr.on("data", (chunk: Buffer) => errors.length < 100 && errors.push(chunk));
    child.stdout.on("data", (chunk: Buffer) => {
      size += chunk.length;
      output.push(chunk);
      if (size > maxBytes) child.kill("SIGKILL");
    });
    child.once("close", (code) => {
      if (size > maxBytes) reject(new Error(`git answered with more than ${maxBytes} bytes`));
      else
        resolve({
          code: code ?? 1,
          stdout: Buffer.concat(output),
          stderr: Buffer.concat(errors).toString(),
        });
    });
  });
}

function gitEnvironment(environment: Environment): Record<string, string> {
  const kept = Object.entries(environment).filter(([name]) => INHERITED.test(name));
  return {
    ...(Object.fromEntries(kept) as Record<string, string>),
    LC_ALL: "C",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_NO_LAZY_FETCH: "1",
  };
}
