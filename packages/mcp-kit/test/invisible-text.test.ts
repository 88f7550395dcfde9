import { buildServerFixture, startHttp, startServer } from "@faculties/testkit";
import { beforeAll, expect, test } from "vitest";

let entry: string;
beforeAll(async () => {
  entry = await buildServerFixture(new URL("../src/fixtures/fixture-app.ts", import.meta.url));
});

const HOSTILE = "a\u202eb\u200bc\u{e0041}\u0000 \\b ❤\ufe0f\n";
const MARKED = "a⟨U+202E⟩b⟨U+200B⟩c⟨U+E0041⟩\u0000 \\b ❤\ufe0f\n";

test.each([
  ["2025", "stdio"],
  ["2026", "stdio"],
  ["2025", "http"],
  ["2026", "http"],
] as const)("a %s client over %s sees invisible characters marked", async (kind, over) => {
  const server =
    over === "stdio"
      ? await startServer({ entry, client: kind })
      : await (await startHttp({ entry })).connect(kind);
  const { content, structuredContent } = await server.call("echo", { text: HOSTILE });
  expect(structuredContent).toEqual({ text: MARKED });
  expect(content).toEqual([{ type: "text", text: JSON.stringify({ text: MARKED }) }]);

  const refused = await server.call("echo", { [`un\u202eknown`]: 1, count: "\u200b" });
  expect(JSON.stringify(refused)).not.toMatch(/[\u202e\u200b]/);

  await server.callOk("increment", { name: "z\u200bz" });
  const { resources } = await server.client.listResources();
  expect(resources).toMatchObject([{ name: "z⟨U+200B⟩z" }]);
  await expect(server.client.callTool({ name: "no\u202esuch" })).rejects.toThrow("no⟨U+202E⟩such");
});
