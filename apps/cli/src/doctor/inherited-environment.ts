import type { Machine } from "../clients/machine.ts";

const SECRET_NAME = /KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL/i;

/**
 * The environment that a server gets from its client in addition to its own variables. Most clients do not pass the keys of a shell on, so
 * a check with them would promise too much.
 */
export function inheritedEnvironment(
  { environment }: Machine,
  seesShell: boolean,
): Record<string, string> {
  const passed = Object.entries(environment).filter(
    ([name, value]) => value !== undefined && (seesShell || !SECRET_NAME.test(name)),
  );
  return Object.fromEntries(passed) as Record<string, string>;
}
