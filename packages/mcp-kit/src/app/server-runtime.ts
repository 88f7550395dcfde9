import type { CallObserver } from "../observe/call-observer.ts";
import type { Options } from "../options/define-option.ts";
import {
  createServerFactory,
  modernMethods,
  type ServerFactory,
} from "../protocol/create-server.ts";
import type { ResourceChangeBus } from "../resources/change-bus.ts";
import { CallsInFlight } from "../tools/calls-in-flight.ts";
import { selectTools } from "../tools/list-tools.ts";
import { JOB_TOOL } from "../tasks/describe-task.ts";
import { TaskManager } from "../tasks/task-manager.ts";
import type { TaskStore } from "../tasks/task-store.ts";
import type { App, AppContext, AppValues, KitServices } from "./app.ts";

export type Services = KitServices & { changes: ResourceChangeBus };

/** A context with the servers on it: the whole process over stdio, one tenant of several over HTTP. */
export type ServerRuntime = {
  name: string;
  version: string;
  factory: ServerFactory;
  /** The methods that a client of 2026-07-28 may call. */
  methods: ReadonlySet<string>;
  changes: ResourceChangeBus;
  inFlight: CallsInFlight;
  readOnlyTools: ReadonlySet<string>;
  /** Whether work continues that outlives its request. */
  isBusy(): boolean;
  storagePending(): Promise<number>;
  close(): Promise<void>;
};

export function openServerRuntime<Declared extends Options, Context extends AppContext>(
  app: App<Declared, Context>,
  values: AppValues<Declared>,
  services: Services,
  observers: readonly CallObserver[],
): ServerRuntime {
  const { log, changes } = services;
  const context = app.createContext(values, services);
  const whole = app.createDefinition(context, values);
  const definition = { ...whole, tools: selectTools(whole, values) };
  const inFlight = new CallsInFlight();
  const watching = new AbortController();
  const { resources } = definition;
  changes.follow({
    reportedUri: resources?.reportedUri,
    watch: () => resources?.watch?.(context, changes, watching.signal),
  });
  const { maxInputBytes, outputSchemas, softLimitMs } = values;
  const hasTasks = context.taskStore !== undefined && definition.tools.some(({ isLong }) => isLong);
  const tasks = hasTasks
    ? new TaskManager({
        store: once(async () => context.taskStore?.() as Promise<TaskStore>),
        owner: services.tenant?.role ?? "",
        log,
      })
    : undefined;
  return {
    name: definition.name,
    version: definition.version,
    factory: createServerFactory({
      definition,
      context,
      ready: context.ready?.bind(context),
      log,
      inFlight,
      observers,
      changes,
      maxInputBytes,
      outputSchemas,
      tasks,
      softLimitMs: definition.tools.some(({ name }) => name === JOB_TOOL) ? softLimitMs : 0,
      hasTokens:
        values.http !== undefined &&
        (values.tokensFile !== undefined ||
          values.httpToken !== undefined ||
          (values.oauthIssuer ?? []).length > 0),
    }),
    methods: modernMethods(definition, hasTasks),
    changes,
    inFlight,
    readOnlyTools: new Set(
      definition.tools.flatMap(({ name, annotations }) => (annotations.readOnlyHint ? [name] : [])),
    ),
    isBusy: () => inFlight.size > 0 || (tasks?.size ?? 0) > 0 || (context.isBusy?.() ?? false),
    storagePending: async () => context.storagePending?.() ?? 0,
    async close() {
      watching.abort();
      await tasks?.close();
      await context.close();
    },
  };
}

/** Remembers a result, but not a failure. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    const attempt = (made ??= make());
    attempt.catch(() => {
      if (made === attempt) made = undefined;
    });
    return attempt;
  };
}
