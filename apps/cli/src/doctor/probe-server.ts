import { createRedactor } from "@faculties/errors";
import { recipeOf } from "@faculties/recipes";
import type { Machine } from "../clients/machine.ts";
import type { ConfiguredServer } from "../domain/configured-server.ts";
import { expandVariables } from "../domain/expand-variables.ts";
import { doctorLaunch } from "../domain/launch.ts";
import { inheritedEnvironment } from "./inherited-environment.ts";
import { shakeHands, type Patience } from "./handshake.ts";
import { askOwnChecks, type OwnCheck } from "./own-checks.ts";

export type Finding = {
  status: "ok" | "warn" | "fail" | "skipped";
  message: string;
  tools?: number;
  /** Whether it can change something: a tool does, and nothing that it needs for that is missing. */
  writes?: boolean;
  protocol?: string;
  ms?: number;
  checks: OwnCheck[];
};

export type Probe = {
  configured: ConfiguredServer;
  seesShell: boolean;
  /** Whether one of our servers is also asked for its own checks. */
  asksChecks: boolean;
};

const SEVERITY = ["skipped", "ok", "warn", "fail"] as const;

/** Starts a configured server and tells how it does; nothing that it says can repeat a key. */
export async function probeServer(
  { configured, seesShell, asksChecks }: Probe,
  machine: Machine,
  patience: Patience,
): Promise<Finding> {
  const { launch, server, isDisabled } = configured;
  if (launch === undefined) return skipped("it is reached over the network");
  if (isDisabled) return skipped("it is switched off in the client");
  const fill = (text: string) => expandVariables(text, machine.environment);
  const [command, ...args] = [launch.command, ...launch.args].map(fill);
  const env = Object.entries(configured.env).map(([key, value]) => [key, fill(value)]);
  const cwd = fill(configured.cwd ?? machine.cwd);
  if (command === undefined || cwd === undefined || args.includes(undefined))
    return skipped("it needs something that only the client can fill in");
  if (env.some(([, value]) => value === undefined))
    return skipped("a variable of it has no value here");
  const own = Object.fromEntries(env) as Record<string, string>;
  const settings = {
    launch: { command, args: args as string[] },
    env: { ...inheritedEnvironment(machine, seesShell), ...own },
    cwd,
  };

  const redact = createRedactor(Object.values(own));
  const handshake = await shakeHands(settings, patience);
  if (!handshake.isAlive) return { status: "fail", message: redact(handshake.reason), checks: [] };
  const reported =
    server && asksChecks
      ? await askOwnChecks({ ...settings, launch: doctorLaunch(settings.launch, server) }, patience)
      : [];
  const checks = reported.map((check) => ({ ...check, message: redact(check.message) }));

  const { tools, protocol, ms } = handshake;
  const lacksSecret = server && recipeOf(server).generated.some((name) => !(name in own));
  const isRefused = checks.some(({ name, status }) => name === "writing" && status !== "ok");
  return {
    status: worstOf(["ok", ...checks.map(({ status }) => status)]),
    message: `${handshake.server} ${handshake.version}, ${tools} ${tools === 1 ? "tool" : "tools"}, ${ms} ms`,
    tools,
    writes: handshake.writes && !lacksSecret && !isRefused,
    protocol,
    ms,
    checks,
  };
}

function skipped(why: string): Finding {
  return { status: "skipped", message: `not started: ${why}`, checks: [] };
}

function worstOf(statuses: readonly Finding["status"][]): Finding["status"] {
  return SEVERITY.findLast((one) => statuses.includes(one)) ?? "ok";
}
