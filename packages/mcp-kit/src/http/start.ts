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
import { authenticateByToken, type Authenticator, isLoopback } from "./caller.ts";
import { createHttpHandler, type HandlerPool, sharedHandler } from "./handler.ts";
import { openHttpListener } from "./listener.ts";
import { isMetadataPath, resourceMetadata } from "./oauth/challenge.ts";
import { type OauthSettings, readOauthSettings } from "./oauth/settings.ts";
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
  const roles = app.roles ?? [];
  const oauth = readOauthSettings(values, { server: app.name, roles });
  const own = ownTokens(values, oauth !== undefined, roles, log);
  const callers = oauth
    ? await openOauth(oauth, own, log)
    : (own ?? authenticateByToken(undefined));
  // With tenants this one is never used, but opening it reports wrong settings at the start.
  const runtime = openServerRuntime(app, values, services, watched);
  const hasTenants = tokensFile !== undefined || oauth !== undefined;
  // A single token next to an identity provider stands for no tenant.
  const isShared = !hasTenants || (oauth !== undefined && httpToken !== undefined);
  const shared = isShared ? sharedHandler(handlerOf(runtime)) : undefined;
  const tenants = hasTenants
    ? new TenantHandlers({ open: openTenant, most: values.mostTenants, log })
    : undefined;
  const pool =
    tenants && shared ? eitherPool(tenants, shared) : ((tenants ?? shared) as HandlerPool);
  if (shared === undefined) await runtime.close();
  const { name: server, version } = runtime;
  const service = await openHttpListener(pool, {
    ...address,
    name: server,
    version,
    callers,
    allowedHosts: [
      ...(values.httpAllowedHosts ?? []),
      ...(oauth ? [new URL(oauth.resource).hostname] : []),
    ],
    corsOrigins: values.corsOrigins ?? [],
    metadata: oauth && {
      isAt: (path) => isMetadataPath(path, oauth),
      document: resourceMetadata(oauth),
    },
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

/** The tokens that the server itself knows; undefined where it has none and an identity provider gives them out. */
function ownTokens(
  { tokensFile, httpToken }: Pick<AppValues<Options>, "tokensFile" | "httpToken">,
  hasIssuer: boolean,
  roles: readonly string[],
  log: Services["log"],
): Authenticator | undefined {
  if (tokensFile !== undefined) return new TokensFile(tokensFile, roles, log);
  return httpToken === undefined && hasIssuer ? undefined : authenticateByToken(httpToken);
}

/** Loaded only where it is used: it brings the code that checks signatures. */
async function openOauth(
  settings: OauthSettings,
  own: Authenticator | undefined,
  log: Services["log"],
): Promise<Authenticator> {
  const { OauthAuthenticator } = await import("./oauth/authenticator.ts");
  return new OauthAuthenticator(settings, own, log);
}

/** Callers with a tenant have handlers of their own; those without share one. */
function eitherPool(tenants: HandlerPool, shared: HandlerPool): HandlerPool {
  const both = [tenants, shared];
  return {
    acquire: (tenant) => (tenant === undefined ? shared : tenants).acquire(tenant),
    open: () => both.flatMap((pool) => pool.open()),
    disconnect: async () => void (await Promise.all(both.map((pool) => pool.disconnect()))),
    close: async () => void (await Promise.all(both.map((pool) => pool.close()))),
  };
}

function rejectUnsafe(
  {
    tokensFile,
    httpToken,
    oauthIssuer = [],
    tenant,
  }: Pick<AppValues<Options>, "tokensFile" | "httpToken" | "oauthIssuer" | "tenant">,
  { host }: HttpAddress,
): void {
  const hasIssuer = oauthIssuer.length > 0;
  if (tokensFile === undefined && httpToken === undefined && !hasIssuer && !isLoopback(host))
    throw new ConfigError(
      `Serving on ${host} needs a bearer token: set MCP_HTTP_TOKEN, MCP_TOKENS_FILE or MCP_OAUTH_ISSUER, or bind 127.0.0.1.`,
    );
  if (tokensFile !== undefined && httpToken !== undefined)
    throw new ConfigError(
      "Set MCP_TOKENS_FILE or MCP_HTTP_TOKEN, not both: each token of the file stands for a tenant.",
    );
  if ((tokensFile !== undefined || hasIssuer) && tenant !== undefined)
    throw new ConfigError(
      `With ${hasIssuer ? "MCP_OAUTH_ISSUER" : "MCP_TOKENS_FILE"} the token names the tenant: leave --tenant out.`,
    );
}
