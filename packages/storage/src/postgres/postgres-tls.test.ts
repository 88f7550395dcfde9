import { mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makePostgres, selfSignedCertificate, type PostgresServer } from "@faculties/testkit";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openStorage } from "../open-storage.ts";

const folder = mkdtempSync(join(tmpdir(), "faculties-tls-"));
const authority = join(folder, "authority.pem");
const stranger = join(folder, "stranger.pem");
let server: PostgresServer;

beforeAll(async () => {
  const certificate = selfSignedCertificate();
  writeFileSync(authority, certificate.cert);
  writeFileSync(stranger, selfSignedCertificate().cert);
  server = await makePostgres(certificate);
});
afterAll(async () => {
  await server.remove();
  await rm(folder, { recursive: true });
});

async function isEncrypted(host: string, settings: string): Promise<unknown> {
  const url = new URL(server.url);
  url.hostname = host;
  url.search = settings;
  const storage = openStorage({ url: url.href, migrations: [], busyTimeoutMs: 2_000 });
  onTestFinished(() => storage.close());
  const { ssl } = await storage.query((tx) =>
    tx.get<{ ssl: number }>(sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`),
  );
  return ssl === 1;
}

describe("a PostgreSQL with a certificate", () => {
  test.each([
    ["", false],
    ["sslmode=disable", false],
    ["sslmode=require", true],
    [`sslmode=verify-ca&sslrootcert=${authority}`, true],
    [`sslmode=verify-full&sslrootcert=${authority}`, true],
  ])("is spoken to as the URL says: %s", async (settings, expected) => {
    expect(await isEncrypted("localhost", settings)).toBe(expected);
  });

  test.each([
    ["nobody vouches for it", "localhost", "sslmode=verify-full"],
    ["another authority is named", "localhost", `sslmode=verify-full&sslrootcert=${stranger}`],
    ["it is for another host", "127.0.0.1", `sslmode=verify-full&sslrootcert=${authority}`],
  ])("is refused when %s", async (_, host, settings) => {
    await expect(isEncrypted(host, settings)).rejects.toMatchObject({
      code: "E-STORAGE-OPEN",
      message: expect.stringMatching(/certificate/),
    });
  });
});
