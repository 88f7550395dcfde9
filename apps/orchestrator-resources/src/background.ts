import { spawn } from "node:child_process";
import { homedir } from "node:os";
import { fileURLToPath } from "node:url";
import { type Environment, kitOptions, type Options } from "@faculties/mcp-kit";

/** Settings of a server that other processes connect to; a process in the background serves nobody. */
const OF_SERVING: ReadonlySet<string> = new Set(["http", "tokensFile", "metrics"]);

/**
 * The environment with which another process of this program has the same settings: each setting has a variable, also
 * those that were given as flags.
 */
export function environmentOf(
  options: Options,
  values: Readonly<Record<string, unknown>>,
  environment: Environment,
): Environment {
  const settings = Object.entries({ ...kitOptions, ...options }).flatMap(([name, { env }]) => {
    const value = values[name];
    if (env === undefined || value === undefined || OF_SERVING.has(name)) return [];
    return [[env, Array.isArray(value) ? value.join(",") : String(value)] as const];
  });
  return { ...environment, ...Object.fromEntries(settings) };
}

/** Continues the runs of this database in a process of its own, which ends when there are none. */
export function startBackground(environment: Environment): void {
  const program = fileURLToPath(new URL("./main.mjs", import.meta.url));
  const child = spawn(process.execPath, [program, "daemon", "--until-idle"], {
    // In a session of its own, so that it does not end with the client's.
    detached: true,
    stdio: "ignore",
    cwd: homedir(),
    env: environment as NodeJS.ProcessEnv,
  });
  // Runs wait for the next server then.
  child.on("error", () => undefined);
  child.unref();
}
