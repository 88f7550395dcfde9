import type { Redactor } from "@faculties/errors";
import type { Logger } from "../observe/logger.ts";
import type { Options, OptionValues } from "../options/define-option.ts";
import type { kitOptions } from "../options/kit-options.ts";
import type { Environment } from "../options/parse-options.ts";
import type { ServerDefinition } from "../protocol/server-definition.ts";
import type { ResourceChanges } from "../resources/catalog.ts";
import type { TaskStore } from "../tasks/task-store.ts";
import type { Tenant } from "../tenancy/tenant.ts";
import type { Command } from "./command.ts";
import type { Check } from "./doctor.ts";

export type KitServices = {
  log: Logger;
  redact: Redactor;
  changes: ResourceChanges;
  /** For facts that cannot be declared as options, such as the platform's folders. */
  environment: Environment;
  /** Whose data the context is for, on a server that several teams share: it must be kept apart from all other. */
  tenant?: Tenant | undefined;
};

export type AppContext = {
  /** Resolves when tools may use the context: awaited before each call, but for tools that run `beforeReady`. */
  ready?(): Promise<void>;
  close(): Promise<void>;
  /** Whether background work continues that closing would cut off. */
  isBusy?(): boolean;
  /** Where calls that outlive their request are kept; a server whose tools say `isLong` has it. */
  taskStore?(): Promise<TaskStore>;
  /** Database operations that wait or run, for the metrics. */
  storagePending?(): number | Promise<number>;
};

export type AppValues<Declared extends Options> = OptionValues<Declared> &
  OptionValues<typeof kitOptions>;

/** Everything that makes a server a program: settings, context, tools, commands and checks. */
export type App<Declared extends Options, Context extends AppContext> = {
  /** The command's own name, such as `agent-memory`. */
  name: string;
  version: string;
  summary: string;
  options: Declared;
  /** The roles that a token can give its holder; none unless given. */
  roles?: readonly string[];
  /** Must not touch disk or network: the context opens its resources when they are first used. */
  createContext(values: AppValues<Declared>, services: KitServices): Context;
  createDefinition(context: Context, values: AppValues<Declared>): ServerDefinition<Context>;
  // Method-typed `run` lets commands with different options stand in one list.
  commands?: readonly Command<Context>[];
  checks?(context: Context, values: AppValues<Declared>): readonly Check[];
};
