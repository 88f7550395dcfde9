import { waitUntil } from "@faculties/testkit";
import { describe, expect, test } from "vitest";
import { startLocal } from "../../test/start-reasoning.ts";

const BAYES = {
  hypothesis: "The cache is stale",
  prior: 0.3,
  evidence: [{ description: "Pages are old", likelihood_if_true: 0.9, likelihood_if_false: 0.2 }],
};

describe("sessions as resources", () => {
  test("are listed, read and followed", async () => {
    const server = await startLocal({ args: ["--enable-observe"] });
    const updates: string[] = [];
    server.client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
      updates.push(params.uri);
    });
    await server.client.subscribeResource({ uri: "reasoning://sessions" });

    const { session_id } = await server.callOk<{ session_id: string }>(
      "reasoning_probabilistic",
      BAYES,
    );

    const uri = `reasoning://sessions/${session_id}`;
    const { resources } = await server.client.listResources();
    expect(resources.map((one) => one.uri)).toEqual([
      "reasoning://sessions",
      uri,
      "skill://structured-decisions/SKILL.md",
    ]);
    expect(await read("reasoning://sessions")).toMatchObject({
      sessions: [{ id: session_id, mode: "probabilistic", thought_count: 1 }],
    });
    expect(await read(uri)).toMatchObject({
      session: { id: session_id },
      thoughts: [{ mode: "probabilistic", metadata: { hypothesis: BAYES.hypothesis } }],
    });
    // The watch may have begun after the first call: then only the next one is reported.
    await waitUntil(async () => {
      if (updates.length === 0)
        await server.callOk("reasoning_probabilistic", { ...BAYES, session_id });
      return updates.length > 0;
    });
    expect(new Set(updates)).toEqual(new Set(["reasoning://sessions"]));

    async function read(which: string) {
      const { contents } = await server.client.readResource({ uri: which });
      return JSON.parse((contents[0] as { text: string }).text) as unknown;
    }
  });

  test("that do not exist are not found", async () => {
    const server = await startLocal();
    for (const uri of ["reasoning://sessions/x", "reasoning://sessions/", "file:///etc/passwd"])
      await expect(server.client.readResource({ uri })).rejects.toThrow(/not found/i);
  });
});
