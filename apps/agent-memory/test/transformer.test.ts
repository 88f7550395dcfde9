import { cpSync, mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryHome, waitUntil } from "@faculties/testkit";
import { describe, expect, test } from "vitest";
import { record, search, startMemory } from "./start-memory.ts";

const PACKAGE = fileURLToPath(new URL("../node_modules/transformer-for-tests", import.meta.url));
const MODEL = "model/onnx/model_quantized.onnx";

const withTransformer = (folder: string) => ({ args: ["--transformer", folder] });

/** A folder with a part of the package, in which something is wrong. */
async function brokenPackage(version: string, bytes: number) {
  const home = await temporaryHome();
  const folder = join(home.directory, "transformer");
  mkdirSync(join(folder, "model/onnx"), { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ version }));
  cpSync(join(PACKAGE, MODEL), join(folder, MODEL), { dereference: true });
  if (bytes > 0) truncateSync(join(folder, MODEL), bytes);
  return { home, folder };
}

describe("the sentence transformer", () => {
  test("takes the place of the word table, and embeds again what that had embedded", async () => {
    const home = await temporaryHome();
    const before = await startMemory({ home });
    const id = await record(
      before,
      "storage",
      "Keep orders in PostgreSQL",
      "Rows and transactions",
    );
    await record(before, "meetings", "No meetings on Wednesdays", "Makers need an unbroken day");
    await before.close();
    await using server = await startMemory({ home, ...withTransformer(PACKAGE) });
    await waitUntil(async () => {
      const { message, search: method } = await search(server, "orders in postgresql");
      return method === "hybrid" && message === null;
    });
    const { results } = await search(server, "which SQL engine holds purchases");
    expect(results[0]).toMatchObject({ id });
  });

  test.each([
    ["1.5.0", 0, "the sentence transformer is of version 1.5.0"],
    ["1.4.0", 1_000, "the sentence transformer's model file is damaged"],
  ])(
    "of version %s and with %i bytes of model is not used, and the answer says so",
    async (version, bytes, reason) => {
      const { home, folder } = await brokenPackage(version, bytes);
      await using server = await startMemory({ home, ...withTransformer(folder) });
      const id = await record(server, "storage", "Keep orders in PostgreSQL");
      const found = await search(server, "postgresql");
      expect(found).toMatchObject({ search: "bm25", results: [{ id }] });
      expect(found.message).toContain(`Searched by words only: ${reason}`);
    },
  );

  test("that is not there is not used, and the answer says so", async () => {
    await using server = await startMemory(withTransformer("/nowhere"));
    const id = await record(server, "storage", "Keep orders in PostgreSQL");
    expect(await search(server, "postgresql")).toMatchObject({
      search: "bm25",
      message: expect.stringContaining("the sentence transformer is incomplete"),
      results: [{ id }],
    });
  });
});
