import type { App, AppContext, AppValues, KitServices } from "./app.ts";
import { CallsInFlight } from "./calls-in-flight.ts";
import { createServerFactory } from "./create-server.ts";
import type { Options } from "./define-option.ts";
import { parseHttpAddress } from "./http-address.ts";
import { claimStdout } from "./claim-stdout.ts";
import type { ResourceChangeBus } from "./resource-change-bus.ts";
import { selectTools } from "./select-tools.ts";
import { serveStdio } from "./serve-stdio.ts";
import { shutDown } from "./shutdown.ts";

type Services = KitServices & { changes: ResourceChangeBus };

/** Serves until the client leaves or the process is told to stop. */
export async function serve<Declared extends Options, Context extends AppContext>(
  app: App<Declared, Context>,
  values: AppValues<Declared>,
  services: Services,
): Promise<void> {
  const { log, changes } = services;
  const address = values.http === undefined ? undefined : parseHttpAddress(values.http);
  const context = app.createContext(values, services);
  const whole = app.createDefinition(context, values);
  const definition = { ...whole, tools: selectTools(whole.tools, values) };
  const inFlight = new CallsInFlight();
  const watching = new AbortController();
  changes.onFirstSubscription(() =>
    definition.resources?.watch?.(context, changes, watching.signal),
  );
  const factory = createServerFactory({
    definition,
    context,
    log,
    inFlight,
    changes,
    maxInputBytes: values.maxInputBytes,
    outputSchemas: values.outputSchemas,
  });

  const stopped = stopSignal();
  process.on("unhandledRejection", (error) =>
    log.error("work in the background failed", { error }),
  );
  const shared = { maxInputBytes: values.maxInputBytes, changes, log };
  const closeContext = async () => {
    watching.abort();
    await context.close();
  };
  if (address) {
    const { serveHttp } = await import("./serve-http.ts");
    const service = await serveHttp(factory, {
      ...shared,
      ...address,
      name: definition.name,
      version: definition.version,
      token: values.httpToken,
      allowedHosts: values.httpAllowedHosts ?? [],
      requestsPerSecond: values.httpRateLimit,
    });
    log.info(`listening on ${service.url}`);
    await stopped;
    await shutDown({ inFlight, closeTransport: service.close, closeContext, log });
  } else {
    const output = claimStdout();
    const connection = serveStdio(factory, { ...shared, input: process.stdin, output });
    log.debug("listening on stdio");
    await Promise.race([stopped, connection.closed]);
    await shutDown({ inFlight, closeTransport: connection.close, closeContext, log });
  }
  process.exit(0);
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.once("SIGTERM", () => resolve()).once("SIGINT", () => resolve());
  });
}
