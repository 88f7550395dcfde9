import { spawn } from "node:child_process";
import { once } from "node:events";
import { type TemporaryHome, waitUntil } from "@faculties/testkit";
import { onTestFinished } from "vitest";
import { asFromNpm, program } from "./faculties.ts";
import { isOnPath } from "./is-on-path.ts";

const SCRIPT = "script";

/** util-linux's `script` gives a program a terminal; BSD's takes other arguments. */
export const hasTerminal = process.platform === "linux" && isOnPath(SCRIPT);

export type Terminal = {
  /** Waits until this stands on the screen behind what was waited for before. */
  sees(text: string): Promise<void>;
  type(keys: string): void;
  ends(): Promise<{ code: number; screen: string }>;
};

/** Runs the built command in a terminal. */
export function openTerminal(home: TemporaryHome, args: readonly string[]): Terminal {
  const command = [process.execPath, program, ...asFromNpm(args)]
    .map((word) => `'${word}'`)
    .join(" ");
  // Without a terminal of its own `script` gives one without any width.
  const sized = `stty cols 120 rows 40; exec ${command}`;
  const child = spawn(SCRIPT, ["-qec", sized, "/dev/null"], {
    cwd: home.directory,
    env: { ...home.env, PATH: process.env["PATH"], TERM: "xterm", NO_COLOR: "1" },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = once(child, "close") as Promise<[number]>;
  let screen = "";
  let seen = 0;
  child.stdout.on("data", (chunk: Buffer) => (screen += chunk.toString("utf8")));
  return {
    async sees(text) {
      await waitUntil(() => screen.includes(text, seen), { timeoutMs: 20_000, what: text });
      seen = screen.indexOf(text, seen) + text.length;
    },
    type: (keys) => void child.stdin.write(keys),
    async ends() {
      const [code] = await ended;
      return { code, screen };
    },
  };
}
