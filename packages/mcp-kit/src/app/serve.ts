import { parseHttpAddress } from "../http/address.ts";
import type { Tracing } from "../observe/tracing.ts";
import { ConfigError } from "../options/config-error.ts";
import type { Options } from "../options/define-option.ts";
import { claimStdout } from "../stdio/line-transport.ts";
import { serveStdio } from "../stdio/serve-stdio.ts";
import type { App, AppContext, AppValues } from "./app.ts";
import { openServerRuntime, type Services } from "./server-runtime.ts";
import { endProcess, shutDown } from "./shutdown.ts";
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
    const { startHttp } = await import("../http/start.ts");
    await startHttp(app, values, services, { address, observers, stopped, tracing });
  } else {
    if (values.tokensFile !== undefined)
      throw new ConfigError("MCP_TOKENS_FILE needs --http: over stdio, choose with --tenant.");
    if (values.metrics) throw new ConfigError("--metrics needs --http.");
    const { factory, changes, inFlight, close } = openServerRuntime(
      app,
      values,
      services,
      observers,
    );
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
  const { openTracing } = await import("../observe/tracing.ts");
  return openTracing({ endpoint, headers, service: otlpService ?? name, version, redact, log });
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.once("SIGTERM", () => resolve()).once("SIGINT", () => resolve());
  });
}
