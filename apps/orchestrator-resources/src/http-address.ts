/** Where `--http` makes the server listen, as far as it is known before it does. */
export function httpAddress(http: string | undefined): { host: string; port: number } | undefined {
  if (http === undefined) return undefined;
  const [, host = "", port] = /^(?:(.*):)?(\d+)$/.exec(http) ?? ["", http, undefined];
  return {
    host: host.replaceAll(/^\[|\]$/g, "") || "127.0.0.1",
    port: port === undefined ? DEFAULT_PORT : Number(port),
  };
}

const DEFAULT_PORT = 8808;
