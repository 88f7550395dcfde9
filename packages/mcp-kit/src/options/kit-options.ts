import { LOG_LEVELS } from "../observe/logger.ts";
import { option, type Options } from "./define-option.ts";

// Half of the clients give up after a minute.
const DEFAULT_SOFT_LIMIT_MS = 50_000;
const DEFAULT_MAX_INPUT_BYTES = 16 * 1024 * 1024;

/** The settings that every server has. */
export const kitOptions = {
  tools: option.list({
    flag: "tools",
    env: "MCP_TOOLS",
    placeholder: "a,b",
    describe: "Offer only these tools",
  }),
  toolsets: option.list({
    flag: "toolsets",
    env: "MCP_TOOLSETS",
    placeholder: "x,y",
    describe: "Offer only the tools of these sets",
  }),
  readOnly: option.boolean({
    flag: "read-only",
    env: "MCP_READ_ONLY",
    describe: "Offer only tools that change nothing",
  }),
  outputSchemas: option.boolean({
    flag: "output-schemas",
    env: "MCP_OUTPUT_SCHEMAS",
    describe: "Publish output schemas too (costs context)",
  }),
  maxInputBytes: option.integer({
    flag: "max-input-bytes",
    env: "MCP_MAX_INPUT_BYTES",
    min: 1024,
    max: 1024 * 1024 * 1024,
    default: DEFAULT_MAX_INPUT_BYTES,
    describe: "Most bytes of JSON in the arguments of a call; over HTTP, in the whole request body",
  }),
  softLimitMs: option.integer({
    flag: "soft-limit-ms",
    env: "MCP_SOFT_LIMIT_MS",
    min: 0,
    default: DEFAULT_SOFT_LIMIT_MS,
    describe:
      "When a long call answers with a job id instead of its result, for clients without tasks; 0 for never",
  }),
  databaseUrl: option.secret({
    env: "DATABASE_URL",
    describe: "postgres://user:password@host/database, instead of a file",
  }),
  http: option.text({
    flag: "http",
    env: "MCP_HTTP",
    placeholder: "host:port",
    describe: "Serve Streamable HTTP instead of stdio; 127.0.0.1 unless a host is given",
  }),
  httpToken: option.secret({
    env: "MCP_HTTP_TOKEN",
    describe: "Bearer token for HTTP; required when bound beyond loopback",
  }),
  tokensFile: option.text({
    flag: "tokens-file",
    env: "MCP_TOKENS_FILE",
    placeholder: "file",
    describe:
      "Share the HTTP server among tenants: the file of their tokens (see the command token)",
  }),
  oauthIssuer: option.list({
    env: "MCP_OAUTH_ISSUER",
    placeholder: "url,url",
    describe: "Accept tokens of these identity providers over HTTP",
  }),
  oauthAudience: option.list({
    env: "MCP_OAUTH_AUDIENCE",
    placeholder: "a,b",
    describe: "The audiences for which tokens may be meant; MCP_PUBLIC_URL unless given",
  }),
  publicUrl: option.text({
    env: "MCP_PUBLIC_URL",
    placeholder: "url",
    describe: "The https address of /mcp as clients reach it; needed with MCP_OAUTH_ISSUER",
  }),
  oauthTenantClaim: option.text({
    env: "MCP_OAUTH_TENANT_CLAIM",
    placeholder: "claim",
    describe: "The claim that names the tenant; without it each user is a tenant of their own",
  }),
  oauthTenants: option.list({
    env: "MCP_OAUTH_TENANTS",
    placeholder: "value=tenant,…",
    describe: "Tenants by the value of that claim; * stands for every other value and user",
  }),
  oauthRoleClaim: option.text({
    env: "MCP_OAUTH_ROLE_CLAIM",
    placeholder: "claim",
    default: "roles",
    describe: "The claim that names the role, such as realm_access.roles",
  }),
  oauthRoles: option.list({
    env: "MCP_OAUTH_ROLES",
    placeholder: "value=role,…",
    describe: "Roles of this server by the value of that claim",
  }),
  oauthScopes: option.choice({
    env: "MCP_OAUTH_SCOPES",
    choices: ["on", "off"],
    default: "on",
    describe: "off: tokens need no read and write scopes of this server",
  }),
  oauthClientId: option.text({
    env: "MCP_OAUTH_CLIENT_ID",
    placeholder: "id",
    describe: "This server at the identity provider, to ask it about tokens that are not JWTs",
  }),
  oauthClientSecret: option.secret({
    env: "MCP_OAUTH_CLIENT_SECRET",
    describe: "The secret that belongs to MCP_OAUTH_CLIENT_ID",
  }),
  corsOrigins: option.list({
    env: "MCP_CORS_ORIGINS",
    placeholder: "https://a,https://b",
    describe: "Web pages whose scripts may call over HTTP",
  }),
  tenant: option.text({
    flag: "tenant",
    env: "MCP_TENANT",
    placeholder: "name",
    describe: "Work on the data of this tenant, over stdio or in a command",
  }),
  mostTenants: option.integer({
    flag: "most-tenants",
    env: "MCP_MOST_TENANTS",
    min: 1,
    max: 10_000,
    default: 64,
    describe: "Tenants that are kept open at the same time",
  }),
  httpAllowedHosts: option.list({
    flag: "http-allowed-hosts",
    env: "MCP_HTTP_ALLOWED_HOSTS",
    placeholder: "a,b",
    describe: "Further host names accepted in Host and Origin",
  }),
  httpRateLimit: option.integer({
    flag: "http-rate-limit",
    env: "MCP_HTTP_RATE_LIMIT",
    min: 1,
    default: 200,
    describe: "Requests per second from one address, or of one tenant",
  }),
  httpConnections: option.integer({
    flag: "http-connections",
    env: "MCP_HTTP_CONNECTIONS",
    min: 16,
    max: 100_000,
    default: 512,
    describe: "Connections with a request or stream open; an eighth more is kept for new ones",
  }),
  httpShare: option.integer({
    flag: "http-share",
    env: "MCP_HTTP_SHARE",
    min: 1,
    max: 100,
    default: 25,
    describe: "Percent of connections, streams and body memory that one address or tenant may have",
  }),
  httpBodyBytes: option.integer({
    flag: "http-body-bytes",
    env: "MCP_HTTP_BODY_BYTES",
    min: 1024 * 1024,
    default: 128 * 1024 * 1024,
    describe: "Memory for all request bodies that are longer than 64 KiB",
  }),
  httpTrustedProxies: option.list({
    flag: "http-trusted-proxies",
    env: "MCP_HTTP_TRUSTED_PROXIES",
    placeholder: "a,b",
    describe: "Addresses or subnets of proxies whose X-Forwarded-For is believed",
  }),
  metrics: option.boolean({
    flag: "metrics",
    env: "MCP_METRICS",
    describe: "Offer metrics for Prometheus at /metrics, over HTTP",
  }),
  metricsToken: option.secret({
    env: "MCP_METRICS_TOKEN",
    describe: "Bearer token for the metrics; without one, only this machine may read them",
  }),
  otlpEndpoint: option.text({
    env: "OTEL_EXPORTER_OTLP_ENDPOINT",
    describe: "Send a trace of every call to this OpenTelemetry collector, over OTLP/HTTP in JSON",
  }),
  otlpHeaders: option.secret({
    env: "OTEL_EXPORTER_OTLP_HEADERS",
    describe: "Headers for the collector: name=value, with commas between them",
  }),
  otlpService: option.text({
    env: "OTEL_SERVICE_NAME",
    describe: "The name in the traces; the server's own unless given",
  }),
  logLevel: option.choice({
    flag: "log-level",
    env: "LOG_LEVEL",
    choices: LOG_LEVELS,
    default: "info",
    describe: "Least severe event that is logged to stderr",
  }),
  logFormat: option.choice({
    flag: "log-format",
    env: "LOG_FORMAT",
    choices: ["pretty", "json"],
    default: "pretty",
    describe: "Form of the log lines",
  }),
};

/** The settings of every server, but for those that this one declares itself to give them another default. */
export function inheritedOptions(own: Options): Options {
  return Object.fromEntries(
    Object.entries<Options[string]>(kitOptions).filter(([name]) => !(name in own)),
  );
}

/** The settings of the servers that read files. */
export const fileOptions = {
  allowSecretFiles: option.boolean({
    flag: "allow-secret-files",
    env: "MCP_ALLOW_SECRET_FILES",
    describe:
      "Let models see files that look like secrets: .env, .ssh, .aws, credentials, key files",
  }),
};

/** The keys and addresses of model vendors, for the servers that ask several of them. */
export const vendorOptions = {
  openaiKey: option.secret({ env: "OPENAI_API_KEY", describe: "Key for OpenAI" }),
  openaiBaseUrl: option.url({ env: "OPENAI_BASE_URL", describe: "Another address for OpenAI" }),
  googleKey: option.secret({ env: "GOOGLE_API_KEY", describe: "Key for Google's Gemini" }),
  googleBaseUrl: option.url({ env: "GOOGLE_BASE_URL", describe: "Another address for Gemini" }),
  xaiKey: option.secret({ env: "XAI_API_KEY", describe: "Key for xAI" }),
  xaiBaseUrl: option.url({ env: "XAI_BASE_URL", describe: "Another address for xAI" }),
  anthropicKey: option.secret({ env: "ANTHROPIC_API_KEY", describe: "Key for Anthropic" }),
  anthropicBaseUrl: option.url({
    env: "ANTHROPIC_BASE_URL",
    describe: "Another address for Anthropic",
  }),
  openrouterKey: option.secret({ env: "OPENROUTER_API_KEY", describe: "Key for OpenRouter" }),
  openrouterBaseUrl: option.url({
    env: "OPENROUTER_BASE_URL",
    describe: "Another address for OpenRouter",
  }),
};
