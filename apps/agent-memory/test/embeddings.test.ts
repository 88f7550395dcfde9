import { cpSync, mkdirSync, symlinkSync, truncateSync } from "node:fs";
import { dirname, join } from "node:path";
import { startServer, temporaryHome, waitUntil } from "@faculties/testkit";
import { hang, json, startOpenAiEmulator, startRecorder } from "@faculties/testkit/emulators";
import { describe, expect, onTestFinished, test } from "vitest";
import { entry, record, search, SECRET, startMemory, withDatabase } from "./start-memory.ts";

async function embeddingService() {
  const emulator = await startOpenAiEmulator();
  onTestFinished(() => emulator.close());
  return emulator;
}

const remote = (url: string, model = "embed-one") => ({
  AGENT_MEMORY_EMBEDDINGS: "remote",
  AGENT_MEMORY_EMBEDDING_URL: url,
  AGENT_MEMORY_EMBEDDING_MODEL: model,
  AGENT_MEMORY_EMBEDDING_KEY: "key-that-stays-secret",
});

const countVectors = (home: Parameters<typeof withDatabase>[0], model: string) =>
  withDatabase(
    home,
    (database) =>
      database
        .prepare<[string], { count: number }>(
          "select count(*) as count from memory_vectors where model like ?",
        )
        .get(`%${model}`)?.count,
  );

describe("remote embeddings", () => {
  test("embed in the background and answer searches together with the words", async () => {
    const service = await embeddingService();
    await using server = await startMemory({ env: remote(service.url) });
    const id = await record(server, "sessions", "zzzzzz");
    await waitUntil(() => countVectors(server.home, "embed-one") === 1);
    const found = await search(server, "zzz");
    expect(found).toMatchObject({ search: "hybrid", message: null, results: [{ id }] });
    expect(service.requests[0]?.headers).toMatchObject({
      authorization: "Bearer key-that-stays-secret",
    });
    expect(server.stderr()).not.toContain("key-that-stays-secret");
  });

  test("embed everything again for another model, and report their progress", async () => {
    const service = await embeddingService();
    const home = await temporaryHome();
    await using before = await startMemory({ home, env: remote(service.url) });
    for (let number = 0; number < 5; number += 1)
      await record(before, `t${number}`, `Title ${number}`);
    await waitUntil(() => countVectors(home, "embed-one") === 5);
    await before.close();
    await using after = await startMemory({ home, env: remote(service.url, "embed-two") });
    expect(await search(after, "title")).toMatchObject({ status: "success" });
    await waitUntil(() => countVectors(home, "embed-two") === 5);
    await waitUntil(async () => (await search(after, "title")).message === null);
    expect(await search(after, "title")).toMatchObject({ search: "hybrid" });
  });

  test("fall back to words when the service fails or is silent, and say so", async () => {
    const broken = await startRecorder(json({ error: { message: "down" } }, { status: 500 }));
    const silent = await startRecorder(hang());
    onTestFinished(() => broken.close());
    onTestFinished(() => silent.close());
    for (const { url } of [broken, silent]) {
      await using server = await startMemory({ env: remote(url) });
      const id = await record(server, "sessions", "Use Redis");
      expect(await search(server, "redis")).toMatchObject({
        search: "bm25",
        message: expect.stringMatching(/^Searched by words only: /),
        results: [{ id }],
      });
      await server.close();
    }
  });
});

describe("the model that ships with the package", () => {
  test("is found by words at once and by meaning a moment later", async () => {
    await using server = await startMemory();
    const id = await record(
      server,
      "storage",
      "Keep orders in PostgreSQL",
      "Tables with transactions",
    );
    expect(await search(server, "postgresql")).toMatchObject({ results: [{ id }] });
    expect(await search(server, "relational database")).toMatchObject({
      search: "hybrid",
      results: [{ id }],
    });
  });

  test("embeds what a killed process had left", async () => {
    const home = await temporaryHome();
    const first = await startMemory({ home });
    const id = await record(
      first,
      "storage",
      "Keep orders in PostgreSQL",
      "Tables with transactions",
    );
    await first.kill("SIGKILL");
    withDatabase(home, (database) => database.exec("delete from memory_vectors"));
    await using second = await startMemory({ home });
    await search(second, "anything");
    await waitUntil(() => countVectors(home, "v2") === 1);
    expect((await search(second, "relational database")).results[0]).toMatchObject({ id });
  });

  test("is done without when it is damaged, and the answer says so", async () => {
    const home = await temporaryHome();
    const packaged = join(home.directory, "package");
    mkdirSync(packaged);
    for (const folder of ["dist", "model"])
      cpSync(join(dirname(entry), "..", folder), join(packaged, folder), { recursive: true });
    symlinkSync(join(dirname(entry), "..", "node_modules"), join(packaged, "node_modules"));
    truncateSync(join(packaged, "model", "words.bin"), 1_000_000);
    await using server = await startServer({
      entry: join(packaged, "dist", "main.mjs"),
      home,
      env: { AGENT_MEMORY_SECRET: SECRET },
    });
    const id = await record(server, "storage", "Keep orders in PostgreSQL");
    expect(await search(server, "postgresql")).toMatchObject({
      search: "bm25",
      message: "Searched by words only: the word table is damaged; install the package again.",
      results: [{ id }],
    });
  });

  test("can be switched off", async () => {
    await using server = await startMemory({ args: ["--embeddings", "off"] });
    await record(server, "storage", "Keep orders in PostgreSQL");
    expect(await search(server, "postgresql")).toMatchObject({
      search: "bm25",
      message: "Searched by words only: embeddings are switched off.",
    });
  });
});
