import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, isAbsolute, join, normalize, relative, resolve } from "node:path";
import { CodedError } from "@faculties/errors";
import type { Environment } from "@faculties/mcp-kit";
import type { ChildLimits, ChildSpec } from "@faculties/schemas/orchestrator-resources/child-spec";
import { matchesRule } from "../domain/argument-patterns.ts";
import { invalidInput } from "../domain/invalid-input.ts";
import { DEFAULT_ENVIRONMENT_NAMES, type Settings } from "../settings.ts";
import type { Launch } from "./gated-process.ts";
import type { Limits } from "./running-child.ts";

// No system takes a longer one, and each folder of PATH would be asked.
const LONGEST_PATH = 4_096;

type PolicySettings = Pick<Settings, "children" | "safety"> & {
  timings: Pick<Settings["timings"], "defaultTimeoutMs">;
};

/** Decides what may be started, and how. Nothing may unless the operator said so. */
export class ChildPolicy {
  readonly #settings: Settings["children"];
  readonly #safety: Settings["safety"];
  readonly #defaultTimeoutMs: number;
  readonly #environment: Environment;

  constructor({ children, safety, timings }: PolicySettings, environment: Environment) {
    this.#settings = children;
    this.#safety = safety;
    this.#defaultTimeoutMs = timings.defaultTimeoutMs;
    this.#environment = environment;
  }

  launchOf({
    command,
    args,
    cwd,
    env,
  }: Pick<ChildSpec, "command" | "args" | "cwd" | "env">): Launch {
    if (args.some((argument) => argument.includes("\0")))
      throw invalidInput("args: no argument may hold a NUL character.");
    const file = this.#program(command);
    this.#requireAllowed(args, command, file);
    return {
      file,
      args,
      cwd: this.#folder(cwd),
      env: { ...this.#inherited(), ...this.#given(env) },
    };
  }

  /** Refuses a child that may not be started, without starting it. */
  check(spec: ChildSpec): void {
    this.limitsOf(spec);
    this.launchOf(spec);
  }

  /** The limits of a child: those asked for, none above the server's own. */
  limitsOf(asked: ChildLimits): Limits {
    const { memoryLimitMb, cpuPercent } = this.#safety;
    return {
      memoryLimitMb: atMost("memory_limit_mb", asked.memory_limit_mb, memoryLimitMb),
      cpuPercent: atMost("cpu_percent", asked.cpu_percent, cpuPercent),
      timeoutMs: asked.timeout_ms ?? this.#defaultTimeoutMs,
    };
  }

  /** The file that an entry of the allow-list stands for; undefined when there is none. */
  resolve(command: string): string | undefined {
    if (command.length > LONGEST_PATH) return undefined;
    if (isAbsolute(command)) return isExecutable(command) ? normalize(command) : undefined;
    if (command.includes("/")) return undefined;
    const folders = (this.#environment["PATH"] ?? "").split(delimiter).filter(isAbsolute);
    return folders.map((folder) => join(folder, command)).find(isExecutable);
  }

  /** Whether a program may run at all, whatever its arguments. */
  allows(command: string): boolean {
    const file = this.resolve(command);
    const { allowCommands } = this.#settings;
    return file !== undefined && allowCommands.some((allowed) => this.resolve(allowed) === file);
  }

  #program(command: string): string {
    const { allowCommands } = this.#settings;
    const file = this.resolve(command);
    // Compared by the path itself, not by what links lead to: one file may be many programs, told apart by name.
    if (file !== undefined && allowCommands.some((allowed) => this.resolve(allowed) === file))
      return file;
    const known = allowCommands.length === 0 ? "none" : allowCommands.join(", ");
    const verb = allowCommands.length > 1 ? "are" : "is";
    const reason = allowCommands.includes(command) ? "was not found" : "is not allowed";
    throw denied(
      `The command "${command}" ${reason}; ${known} ${verb} allowed. The operator allows one with --allow-command.`,
    );
  }

  /** A command without rules takes any arguments. */
  #requireAllowed(args: readonly string[], command: string, file: string): void {
    const rules = this.#settings.allowArguments.filter(
      (rule) => this.resolve(rule.command) === file,
    );
    if (rules.length === 0 || rules.some((rule) => matchesRule(rule, args))) return;
    const known = rules.map(({ patterns }) => `"${patterns.join(" ")}"`).join(", ");
    throw denied(
      `The command "${command}" may not run with these arguments; allowed are ${known}. The operator allows others with --allow-args.`,
    );
  }

  #folder(cwd: string | undefined): string {
    const { allowRoots } = this.#settings;
    const usual = allowRoots[0] ?? tmpdir();
    if (cwd === undefined) return realFolder(usual) ?? usual;
    const folder = realFolder(resolve(usual, cwd));
    const within = allowRoots.some((root) => isWithin(realFolder(root), folder));
    if (folder !== undefined && within) return folder;
    const known = allowRoots.length === 0 ? "no folder" : `only ${allowRoots.join(", ")}`;
    const verb = allowRoots.length > 1 ? "are" : "is";
    throw denied(
      `Children may not work in "${cwd}"; ${known} ${verb} allowed. The operator allows one with --allow-root.`,
    );
  }

  #inherited(): Record<string, string> {
    const names = [...DEFAULT_ENVIRONMENT_NAMES, ...this.#settings.allowEnvironment];
    return Object.fromEntries(
      names.flatMap((name) => {
        const value = this.#environment[name];
        return value === undefined ? [] : [[name, value]];
      }),
    );
  }

  /** An unknown name may mean "run this" to some program, so a caller sets only names that the operator listed. */
  #given(env: Record<string, string>): Record<string, string> {
    for (const [name, value] of Object.entries(env)) {
      if (!this.#settings.allowEnvironment.includes(name))
        throw denied(
          `The variable "${name}" may not be set for a child. The operator allows one with --allow-env.`,
        );
      if (value.includes("\0"))
        throw invalidInput(`env: the value of "${name}" may not hold a NUL character.`);
    }
    return env;
  }
}

function atMost(name: string, value: number | undefined, most: number): number {
  if (value !== undefined && value > most)
    throw new CodedError(
      "E-CHILD-LIMIT",
      `${name} ${value} is above this server's limit of ${most}.`,
      { details: { limit: name, asked: value, most } },
    );
  return value ?? most;
}

function denied(message: string): CodedError {
  return new CodedError("E-CHILD-DENIED", message);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

function realFolder(folder: string): string | undefined {
  try {
    const real = realpathSync(folder);
    return statSync(real).isDirectory() ? real : undefined;
  } catch {
    return undefined;
  }
}

function isWithin(root: string | undefined, folder: string | undefined): boolean {
  if (root === undefined || folder === undefined) return false;
  const way = relative(root, folder);
  return way !== ".." && !way.startsWith("../") && !isAbsolute(way);
}
