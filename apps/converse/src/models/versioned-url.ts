/** A URL of an API whose address users write with and without its version and a slash at the end. */
export function versionedUrl(baseUrl: string, version: string, path: string): string {
  const base = baseUrl.trim().replace(/(?<!\/)\/+$/, "");
  const isVersioned = /\/v\d[^/]*(\/|$)/.test(new URL(base).pathname);
  return `${base}${isVersioned ? "" : `/${version}`}/${path}`;
}
