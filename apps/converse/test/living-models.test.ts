import { json, refuse } from "@faculties/testkit/emulators";
import { beforeAll, expect, test } from "vitest";
import { runConverse, startConverse } from "./support/converse.ts";
import { useVendors } from "./support/vendors.ts";

const { vendors, env } = useVendors();
const living: Record<string, string> = {};
beforeAll(() => {
  const { CONVERSE_LIVE_MODELS: _, ...rest } = env;
  Object.assign(living, rest);
  vendors.openai.list(
    json({ data: [{ id: "gpt-6.1-sol" }, { id: "gpt-6.2-sol" }, { id: "gpt-7-new" }] }),
  );
  vendors.google.list(
    json({
      models: [
        { name: "models/gemini-3.8-flash", supportedGenerationMethods: ["generateContent"] },
      ],
    }),
  );
  vendors.xai.list(json({ data: "garbage" }));
  vendors.anthropic.list(refuse());
});

test("a retired model is answered by its successor, with a notice", async () => {
  const converse = await startConverse({ env: living });
  // A name that nobody knows is looked up at the vendors, so the lists are there.
  await converse.chat({ prompt: "x", model: "gpt-7-new" });
  const answer = await converse.chat({ prompt: "x", model: "gemini-2.0-flash" });
  expect(answer.metadata.model).toBe("gemini-3.8-flash");
  expect(answer.metadata.notices).toEqual([
    {
      type: "model_replaced",
      message:
        "gemini-2.0-flash is not offered any more since 2026-06-01; gemini-3.8-flash answered in its place.",
    },
  ]);
  expect((await converse.chat({ prompt: "x", model: "flash2" })).metadata).toMatchObject({
    model: "gemini-3.8-flash",
  });
  expect((await converse.chat({ prompt: "x", model: "sol" })).metadata.model).toBe("gpt-6.2-sol");
});

test("lists are asked once a day for all processes, and kept over a restart", async () => {
  const first = await startConverse({ env: living });
  await first.chat({ prompt: "x", model: "gpt-7-new" });
  const asked = () => vendors.openai.requests.filter(({ method }) => method === "GET").length;
  const before = asked();
  const second = await startConverse({ env: living, home: first.home });
  expect((await second.chat({ prompt: "x", model: "sol" })).metadata.model).toBe("gpt-6.2-sol");
  expect(asked()).toBe(before);
});

test("the list of models says what is gone, what may be asked and what else there is", async () => {
  const { stdout } = await runConverse(["models", "--json"], { env: living });
  const { models } = JSON.parse(stdout) as {
    models: { model: string; ready: boolean; gone: boolean }[];
  };
  const of = (name: string) => models.find(({ model }) => model === name);
  expect(of("openai/gpt-6.1-sol")).toMatchObject({ ready: true, gone: false });
  expect(of("openai/gpt-5.5")).toMatchObject({ ready: false, gone: true });
  expect(of("xai/grok-4.7")).toMatchObject({ ready: true, gone: false });
  expect(of("anthropic/claude-opus-5-5")).toMatchObject({ ready: true });

  const converse = await startConverse({ env: living });
  const { contents } = await converse.client.readResource({ uri: "converse://models" });
  const resource = JSON.parse((contents[0] as { text: string }).text);
  expect(resource.also_listed).toContain("openai/gpt-7-new");
  expect(resource.models.every(({ ready }: { ready: boolean }) => ready)).toBe(true);
});

test("can be turned off", async () => {
  const converse = await startConverse({ env: { ...living, CONVERSE_LIVE_MODELS: "off" } });
  const refused = await converse.refusal("chat", { prompt: "x", model: "gpt-7-new" });
  expect(refused).toMatchObject({ code: "MODEL_NOT_FOUND" });
});

test("Google's key has a second name, and a vendor's key is all that a preset needs", async () => {
  const converse = await startConverse({
    env: {
      GEMINI_API_KEY: "AIza-second-name-0123456789",
      GOOGLE_BASE_URL: vendors.google.url,
      MISTRAL_API_KEY: "mistral-0123456789",
      COMPATIBLE_BASE_URL: `mistral=${vendors.compatible.url}`,
      CONVERSE_LIVE_MODELS: "off",
    },
  });
  expect((await converse.chat({ prompt: "x" })).metadata.provider).toBe("google");
  const answer = await converse.chat({ prompt: "x", model: "mistral/mistral-large-4" });
  expect(answer.metadata).toMatchObject({ provider: "mistral", model: "mistral-large-4" });
  const request = vendors.compatible.requests.at(-1);
  expect(request?.headers.authorization).toBe("Bearer mistral-0123456789");
  expect(request?.bodyText).not.toContain("stream_options");
});
