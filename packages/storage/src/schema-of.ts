/** Where PostgreSQL keeps the data of a server, or of one of its tenants. */
export function schemaOf(server: string, tenant?: string): string {
  // Neither servers nor tenants have underscores in their names, so no two of them meet in one schema.
  const names = tenant === undefined ? [server] : [server, tenant];
  return names.join("_").replaceAll("-", "_");
}
