import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TemporaryHome, temporaryHome } from "@faculties/testkit";
import { refuseWrites } from "@faculties/storage/testing";
import { describe, expect, test } from "vitest";
import { type Converse, startConverse } from "./support/converse.ts";
import { environmentOf, useVendors } from "./support/vendors.ts";

const { vendors } = useVendors();

const refuse = (home: TemporaryHome) => refuseWrites(home, "converse", "messages");

async function replaceByGarbage(home: TemporaryHome): Promise<void> {
  const file = join(home.env["XDG_DATA_HOME"] ?? "", "faculties", "converse.db");
  writeFileSync(`${file}.new`, "dear diary, ".repeat(99));
  renameSync(`${file}.new`, file);
}

/** A server with one stored turn, whose database fails while the model answers the next question. */
async function start(
  fail: (home: TemporaryHome) => Promise<void>,
): Promise<{ server: Converse; id: string }> {
  const home = await temporaryHome();
  const server = await startConverse({ env: environmentOf(vendors), home });
  vendors.openai.answer("o3", "first");
  const { continuation } = await server.chat({ prompt: "one", model: "o3" });
  vendors.openai.answer("o3", async () => {
    await fail(home);
    return "paid for";
  });
  return { server, id: continuation.id };
}

const notices = [{ type: "not_stored", message: expect.stringMatching(/could not be stored/) }];

describe.each([
  ["refuses to write", refuse],
  ["is no database any more", replaceByGarbage],
])("when the database %s while a model answers", (_, fail) => {
  test("a new conversation still has its answer", async () => {
    const { server } = await start(fail);
    const output = await server.chat({ prompt: "two", model: "o3" });
    expect(output).toMatchObject({
      content: "paid for",
      continuation: { id: expect.stringMatching(/^conv_/), messageCount: 0 },
      metadata: { usage: { total_tokens: expect.any(Number) }, notices },
    });
  });

  test("a follow-up still has its answer, and the conversation stays as it was", async () => {
    const { server, id } = await start(fail);
    const output = await server.chat({ prompt: "two", continuation_id: id });
    expect(output).toMatchObject({
      content: "paid for",
      continuation: { id, messageCount: 2 },
      metadata: { notices },
    });
  });

  test("a consensus still has its answers", async () => {
    const { server } = await start(fail);
    const output = await server.consensus({
      prompt: "two",
      models: [{ model: "o3" }],
      enable_cross_feedback: false,
    });
    expect(output).toMatchObject({
      phases: { initial: [{ response: "paid for" }] },
      continuation: { messageCount: 0 },
      metadata: { notices },
    });
  });
});
