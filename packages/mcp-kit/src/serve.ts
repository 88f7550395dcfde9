import type { App, AppContext, AppValues } from "./app.ts";
import { claimStdout } from "./claim-stdout.ts";
import { ConfigError } from "./config-error.ts";
import type { Options } from "./define-option.ts";
import { endProcess } from "./end-process.ts";
import { parseHttpAddress } from "./http-address.ts";
import type { Tracing } from "./open-tracing.ts";
import { openInstance, type Services } from "./open-instance.ts";
import { serveStdio } from "./serve-stdio.ts";
import { shutDown } from "./shutdown.ts";
import { armWatchdog } from "./watchdog.ts";

/** Serves until the client leaves or the process is told to stop. */
export async function serve<Declared extends Options, Context extends AppContext>(
  app: App<Declared, Context>,
  values: AppValues<Declared>,
  services: Services,
): Promise<void> {
  const { log } = services;
  const address = values.http === undefined ? undefined : parseHttpAddress(values.http);
  const stopped = stopSignal();
  armWatchdog({ log, atSignal: "end", followsParent: address === undefined });
  process.on("unhandledRejection", (error) =>
    log.error("work in the background failed", { error }),
  );
  const tracing = await openTracingIfWanted(app, values, services);
  const observers = tracing ? [tracing.observer] : [];
  if (address) {
    const { runHttp } = await import("./run-http.ts");
    await runHttp(app, values, services, { address, observers, stopped, tracing });
  } else {
    if (values.tokensFile !== undefined)
      throw new ConfigError("MCP_TOKENS_FILE needs --http: over stdio, choose with --tenant.");
    if (values.metrics) throw new ConfigError("--metrics needs --http.");
    const { factory, changes, inFlight, close } = openInstance(app, values, services, observers);
    const output = claimStdout();
    const { maxInputBytes } = values;
    const connection = serveStdio(factory, {
      input: process.stdin,
      output,
      maxInputBytes,
      changes,
      log,
    });
    log.debug("listening on stdio");
    await Promise.race([stopped, connection.closed]);
    const closeContext = async () => void (await Promise.all([close(), tracing?.close()]));
    await shutDown({ inFlight, closeTransport: connection.close, closeContext, log });
  }
  endProcess();
}

async function openTracingIfWanted<Declared extends Options, Context extends AppContext>(
  { name, version }: App<Declared, Context>,
  { otlpEndpoint: endpoint, otlpHeaders: headers, otlpService }: AppValues<Declared>,
  { redact, log }: Services,
): Promise<Tracing | undefined> {
  if (endpoint === undefined) return undefined;
  const { openTracing } = await import("./open-tracing.ts");
  return openTracing({ endpoint, headers, service: otlpService ?? name, version, redact, log });
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.once("SIGTERM", () => resolve()).once("SIGINT", () => resolve());
  });
}
