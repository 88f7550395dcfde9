import { storageError } from "../storage-error.ts";

const TLS_MODES = ["disable", "require", "verify-ca", "verify-full"];

/** Where the data is: a database, and in it the schema of one server. */
export type PostgresTarget = {
  url: string;
  namespace: string;
  /** Without credentials. */
  description: string;
};

/** Checks the URL before anything is opened, so that a mistake is reported at startup. */
export function postgresTarget(url: string, namespace: string): PostgresTarget {
  if (!/^[a-z][a-z0-9_]*$/.test(namespace)) {
    throw new TypeError(`A schema cannot be named ${JSON.stringify(namespace)}.`);
  }
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^postgres(?:ql)?:$/.test(parsed.protocol)) {
    throw refuse("must look like postgres://user:password@host:5432/database");
  }
  const database = decodeURIComponent(parsed.pathname.slice(1));
  if (database === "") throw refuse("must name a database after the host");
  const mode = parsed.searchParams.get("sslmode");
  if (mode !== null && !TLS_MODES.includes(mode)) {
    throw refuse(`must have one of ${TLS_MODES.join(", ")} as sslmode, not ${mode}`);
  }
  const host = parsed.searchParams.get("host") ?? (parsed.hostname || "localhost");
  const place = host.startsWith("/") ? `:${host}` : `//${host}:${parsed.port || "5432"}`;
  return { url, namespace, description: `postgres:${place}/${database}, schema ${namespace}` };
}

function refuse(reason: string) {
  return storageError("E-STORAGE-UNSUPPORTED", `The database URL ${reason}.`);
}

/** Where PostgreSQL keeps the data of a server, or of one of its tenants. */
export function schemaOf(server: string, tenant?: string): string {
  // Neither servers nor tenants have underscores in their names, so no two of them meet in one schema.
  const names = tenant === undefined ? [server] : [server, tenant];
  return names.join("_").replaceAll("-", "_");
}

/** The address for the driver, which reads sslmode differently from psql and warns about it on stderr. */
export function connectionString(url: string): string {
  const parsed = new URL(url);
  if (parsed.searchParams.has("sslmode")) parsed.searchParams.set("uselibpqcompat", "true");
  return parsed.href;
}
