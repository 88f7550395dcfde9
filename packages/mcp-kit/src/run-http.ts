import type { App, AppContext, AppValues } from "./app.ts";
import { authenticateByToken } from "./authenticate.ts";
import type { CallObserver } from "./call-observer.ts";
import { ConfigError } from "./config-error.ts";
import type { Options } from "./define-option.ts";
import { type HttpAddress, isLoopback } from "./http-address.ts";
import { createHttpEndpoint } from "./http-endpoint.ts";
import { type HttpEndpoints, sharedEndpoint } from "./http-endpoints.ts";
import { createHttpMetrics } from "./http-metrics.ts";
import { Metrics } from "./metrics.ts";
import type { Tracing } from "./open-tracing.ts";
import { type Instance, openInstance, type Services } from "./open-instance.ts";
import { ResourceChangeBus } from "./resource-change-bus.ts";
import { serveHttp } from "./serve-http.ts";
import { shutDown } from "./shutdown.ts";
import { logOfTenant, type Tenant } from "./tenant.ts";
import { TenantEndpoints } from "./tenant-endpoints.ts";
import { TokensFile } from "./tokens-file.ts";

export type HttpRun = {
  address: HttpAddress;
  observers: readonly CallObserver[];
  tracing: Tracing | undefined;
  stopped: Promise<void>;
};

/** Serves over HTTP until `stopped`: one context for all, or one for each tenant of the tokens file. */
export async function runHttp<Declared extends Options, Context extends AppContext>(
  app: App<Declared, Context>,
  values: AppValues<Declared>,
  services: Services,
  { address, observers, tracing, stopped }: HttpRun,
): Promise<void> {
  const { log } = services;
  const { tokensFile, httpToken, maxInputBytes } = values;
  rejectUnsafe(values, address);
  const metrics = values.metrics ? new Metrics() : undefined;
  const watched = metrics ? [...observers, metrics] : observers;
  const endpointOf = (instance: Instance) => createHttpEndpoint(instance, { maxInputBytes, log });
  const servicesOf = (tenant: Tenant) => ({
    ...services,
    log: logOfTenant(log, tenant.name),
    changes: new ResourceChangeBus(),
    tenant,
  });
  const openTenant = (tenant: Tenant) =>
    endpointOf(openInstance(app, values, servicesOf(tenant), watched));
  const callers =
    tokensFile === undefined
      ? authenticateByToken(httpToken)
      : new TokensFile(tokensFile, app.roles ?? [], log);
  // With tenants this one is never used, but what is wrong with the settings shows at the start.
  const instance = openInstance(app, values, services, watched);
  const endpoints: HttpEndpoints =
    tokensFile === undefined
      ? sharedEndpoint(endpointOf(instance))
      : new TenantEndpoints({ open: openTenant, most: values.mostTenants, log });
  if (tokensFile !== undefined) await instance.close();
  const { name: server, version } = instance;
  const service = await serveHttp(endpoints, {
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
      metrics &&
      createHttpMetrics({ metrics, token: values.metricsToken, endpoints, server, version }),
    log,
  });
  log.info(`listening on ${service.url}`);
  await stopped;
  const calls = endpoints.open().map(({ inFlight }) => inFlight);
  await shutDown({
    inFlight: {
      abortAll: (reason) => calls.forEach((running) => running.abortAll(reason)),
      settled: async (ms) => void (await Promise.all(calls.map((running) => running.settled(ms)))),
    },
    closeTransport: service.close,
    closeContext: async () => void (await Promise.all([endpoints.close(), tracing?.close()])),
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
