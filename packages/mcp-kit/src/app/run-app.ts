import { CodedError, createRedactor } from "@faculties/errors";
import { createLogger, type Logger } from "../observe/logger.ts";
import { ConfigError, didYouMean } from "../options/config-error.ts";
import type { Options } from "../options/define-option.ts";
import { inheritedOptions } from "../options/kit-options.ts";
import { type Environment, parseOptions } from "../options/parse-options.ts";
import { renderCommandHelp, renderHelp } from "../options/render-help.ts";
import { ResourceChangeBus } from "../resources/change-bus.ts";
import { type Tenant, TENANT_NAME, TENANT_NAME_RULE } from "../tenancy/tenant.ts";
import type { App, AppContext, AppValues, KitServices } from "./app.ts";
import { builtInCommands } from "./built-in-commands.ts";
import { serve } from "./serve.ts";
import { armWatchdog, startWatchdog } from "./watchdog.ts";

type Invocation = { args: readonly string[]; environment: Environment };

const CONFIGURATION_PROBLEM = 2;
const FAILED = 1;
/** Agents take exit code 2 of a hook for a refusal, and a hook must not stop them because of a fault of its own. */
const HOOK = "hook";

/** Runs a server or one of its commands, and ends the process with the right code. */
export async function runApp<Declared extends Options, Context extends AppContext>(
  app: App<Declared, Context>,
  { args, environment }: Invocation,
): Promise<void> {
  try {
    process.exitCode = await dispatch(app, args, environment);
  } catch (error) {
    if (!isExplained(error)) throw error;
    process.stderr.write(`${app.name}: ${error.message}\n`);
    const isConfiguration = error instanceof ConfigError && args[0] !== HOOK;
    process.exitCode = isConfiguration ? CONFIGURATION_PROBLEM : FAILED;
  }
}

/** The operating system's own words say what was tried and with which file. */
function isExplained(error: unknown): error is Error {
  const isSystemError = error instanceof Error && "syscall" in error;
  return error instanceof ConfigError || error instanceof CodedError || isSystemError;
}

async function dispatch<Declared extends Options, Context extends AppContext>(
  app: App<Declared, Context>,
  args: readonly string[],
  environment: Environment,
): Promise<number> {
  const commands = [...(app.commands ?? []), ...builtInCommands(app)];
  const command = commands.find(({ name }) => name === args[0]);
  if (args.includes("--help") || args.includes("-h")) {
    print(command ? renderCommandHelp(app.name, command) : renderHelp({ ...app, commands }));
    return 0;
  }
  if (args.includes("--version")) {
    print(app.version);
    return 0;
  }
  const declared = { ...app.options, ...inheritedOptions(app.options), ...command?.options };
  const { values, positionals } = parseOptions(declared, args, environment);
  const appValues = values as unknown as AppValues<Declared>;
  if (!command) {
    rejectPositionals(app.name, positionals, commands);
    await serve(app, appValues, servicesOf(app, appValues, environment));
    return 0;
  }
  const given = positionals.slice(1);
  const [least, most] = command.positionals;
  if (given.length < least || given.length > most)
    throw new ConfigError(
      `Usage: ${[app.name, command.name, command.usage].filter(Boolean).join(" ")}`,
    );
  const services = servicesOf(app, appValues, environment);
  const context = app.createContext(appValues, services);
  // The reader of the output may leave early, as head does.
  process.stdout.on("error", () => process.exit(0));
  try {
    const run = {
      context,
      positionals: given,
      values,
      print,
      // The signal itself ends a command that does not look at it.
      get signal() {
        return interruption(services.log);
      },
    };
    return (await command.run(run as never)) ?? 0;
  } finally {
    await context.close();
  }
}

function interruption(log: Logger): AbortSignal {
  const interrupted = new AbortController();
  const stop = () => interrupted.abort();
  process.once("SIGINT", stop).once("SIGTERM", stop);
  armWatchdog({ log, atSignal: "end-if-stalled", followsParent: false });
  startWatchdog();
  return interrupted.signal;
}

function servicesOf<Declared extends Options, Context extends AppContext>(
  app: App<Declared, Context>,
  values: AppValues<Declared>,
  environment: Environment,
): KitServices & { changes: ResourceChangeBus } {
  const declared = Object.entries<Options[string]>({
    ...app.options,
    ...inheritedOptions(app.options),
  });
  const secrets = declared.flatMap(([name, { kind }]) =>
    kind === "secret" ? [(values as Record<string, string | undefined>)[name]] : [],
  );
  const redact = createRedactor(secrets);
  const { logLevel: level, logFormat: format } = values;
  const log = createLogger({ name: app.name, level, format, redact });
  const tenant = tenantOf(values.tenant);
  return { log, redact, environment, changes: new ResourceChangeBus(), tenant };
}

function tenantOf(name: string | undefined): Tenant | undefined {
  if (name === undefined || TENANT_NAME.test(name)) return name === undefined ? name : { name };
  throw new ConfigError(`--tenant must be ${TENANT_NAME_RULE}, not "${name}".`);
}

function rejectPositionals(
  name: string,
  [first]: readonly string[],
  commands: readonly { name: string }[],
): void {
  if (first === undefined) return;
  const hint = didYouMean(
    [first],
    commands.map((command) => command.name),
  );
  throw new ConfigError(`Unknown command "${first}".${hint} Run ${name} --help for the list.`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
