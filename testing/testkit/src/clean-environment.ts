import type { TemporaryHome } from "./temporary-home.ts";

const inherited = ["PATH", "PATHEXT", "SYSTEMROOT", "SYSTEMDRIVE", "COMSPEC", "WINDIR"];

export type GivenEnvironment = Readonly<Record<string, string | undefined>>;

/** The variables that a program needs to run at all, the home, and those of the test; `undefined` removes a variable. */
export function cleanEnvironment(
  home: TemporaryHome,
  given: GivenEnvironment = {},
): Record<string, string> {
  const passed = inherited.map((name) => [name, process.env[name]] as const);
  const all = [...passed, ...Object.entries(home.env), ...Object.entries(given)];
  const environment: Record<string, string> = {};
  for (const [name, value] of all) {
    if (value === undefined) delete environment[name];
    else environment[name] = value;
  }
  return environment;
}
