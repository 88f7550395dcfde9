import type { App, AppContext, AppValues } from "../app/app.ts";
import { type ServerRuntime, openServerRuntime, type Services } from "../app/server-runtime.ts";
import { shutDown } from "../app/shutdown.ts";
import type { CallObserver } from "../observe/call-observer.ts";
import { createHttpMetrics } from "../observe/http-metrics.ts";
import { Metrics } from "../observe/metrics.ts";
import type { Tracing } from "../observe/tracing.ts";
import { ConfigError } from "../options/config-error.ts";
import type { Options } from "../options/define-option.ts";
import { ResourceChangeBus } from "../resources/change-bus.ts";
import { logOfTenant, type Tenant } from "../tenancy/tenant.ts";
import { TokensFile } from "../tenancy/tokens-file.ts";
import type { HttpAddress } from "./address.ts";
import { authenticateByToken, isLoopback } from "./caller.ts";
import { createHttpHandler, type HandlerPool, sharedHandler } from "./handler.ts";
import { openHttpListener } from "./listener.ts";
import { TenantHandlers } from "./tenant-handlers.ts";

type HttpStart = {
  address: HttpAddress;
  observers: readonly CallObserver[];
  tracing: Tracing | undefined;
  stopped: Promise<void>;
};

/** Serves over HTTP until `stopped`: one context for all, or one for each tenant of the tokens file. */
export async function startHttp<Declared extends Options, Context extends AppContext>(
  app: App<Declared, Context>,
  values: AppValues<Declared>,
  services: Services,
  { address, observers, tracing, stopped }: HttpStart,
): Promise<void> {
  const { log } = services;
  const { tokensFile, httpToken, maxInputBytes } = values;
  rejectUnsafe(values, address);
  const metrics = values.metrics ? new Metrics() : undefined;
  const watched = metrics ? [...observers, metrics] : observers;
  const handlerOf = (runtime: ServerRuntime) => createHttpHandler(runtime, { maxInputBytes, log });
  const servicesOf = (tenant: Tenant) => ({
    ...services,
    log: logOfTenant(log, tenant.name),
    changes: new ResourceChangeBus(),
    tenant,
  });
  const openTenant = (tenant: Tenant) =>
    handlerOf(openServerRuntime(app, values, servicesOf(tenant), watched));
  const callers =
    tokensFile === undefined
      ? authenticateByToken(httpToken)
      : new TokensFile(tokensFile, app.roles ?? [], log);
  // With tenants this one is never used, but opening it reports wrong settings at the start.
  const runtime = openServerRuntime(app, values, services, watched);
  const pool: HandlerPool =
    tokensFile === undefined
      ? sharedHandler(handlerOf(runtime))
      : new TenantHandlers({ open: openTenant, most: values.mostTenants, log });
  if (tokensFile !== undefined) await runtime.close();
  const { name: server, version } = runtime;
  const service = await openHttpListener(pool, {
    ...address,
    name: server,
    version,
    callers,
    allowedHosts: values.httpAllowedHosts ?? [],
    trustedProxies: values.httpTrustedProxies ?? [],
    requestsPerSecond: values.httpRateLimit,
    limits: {
      connections: values.httpConnections,
      share: values.httpShare,
      bodyBytes: values.httpBodyBytes,
      maxInputBytes,
    },
    metrics:
      metrics && createHttpMetrics({ metrics, token: values.metricsToken, pool, server, version }),
    log,
  });
  log.info(`listening on ${service.url}`);
  await stopped;
  const calls = pool.open().map(({ inFlight }) => inFlight);
  await shutDown({
    inFlight: {
      abortAll: (reason) => calls.forEach((running) => running.abortAll(reason)),
      settled: async (ms) => void (await Promise.all(calls.map((running) => running.settled(ms)))),
    },
    closeTransport: service.close,
    closeContext: async () => void (await Promise.all([pool.close(), tracing?.close()])),
    log,
  });
}

function rejectUnsafe(
  {
    tokensFile,
    httpToken,
    tenant,
  }: Pick<AppValues<Options>, "tokensFile" | "httpToken" | "tenant">,
  { host }: HttpAddress,
): void {
  if (tokensFile === undefined && httpToken === undefined && !isLoopback(host))
    throw new ConfigError(
      `Serving on ${host} needs a bearer token: set MCP_HTTP_TOKEN or MCP_TOKENS_FILE, or bind 127.0.0.1.`,
    );
  if (tokensFile !== undefined && httpToken !== undefined)
    throw new ConfigError(
      "Set MCP_TOKENS_FILE or MCP_HTTP_TOKEN, not both: each token of the file stands for a tenant.",
    );
  if (tokensFile !== undefined && tenant !== undefined)
    throw new ConfigError("With MCP_TOKENS_FILE the token names the tenant: leave --tenant out.");
}
