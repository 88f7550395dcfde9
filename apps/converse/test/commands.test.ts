import { fileURLToPath } from "node:url";
import { temporaryHome } from "@faculties/testkit";
import { json, startRecorder } from "@faculties/testkit/emulators";
import { describe, expect, onTestFinished, test } from "vitest";
import { runConverse, startConverse } from "./support/converse.ts";
import { deadAddress, environmentOf, KEYS, useVendors } from "./support/vendors.ts";

const packageJson = fileURLToPath(new URL("../package.json", import.meta.url));

const { vendors } = useVendors();

describe("converse models", () => {
  test("lists the contract's eleven models, and says which can be asked", async () => {
    const env = environmentOf({ google: vendors.google });
    const { stdout, code } = await runConverse(["models", "--json"], { env });
    expect(code).toBe(0);
    const { auto, providers, models } = JSON.parse(stdout);
    expect({ auto, providers }).toEqual({ auto: "google/gemini-3.8-flash", providers: ["google"] });
    const listed = models.map(({ model }: { model: string }) => model);
    expect(listed).toEqual(
      expect.arrayContaining([
        "openai/o3",
        "openai/o3-mini",
        "openai/o4-mini",
        "openai/gpt-4o",
        "openai/gpt-4o-mini",
        "google/gemini-2.5-flash",
        "google/gemini-2.5-pro",
        "google/gemini-2.0-flash",
        "xai/grok-4-0709",
        "xai/grok-3",
        "xai/grok-3-fast",
      ]),
    );
    const { stdout: table } = await runConverse(["models"], { env });
    expect(table).toMatch(
      /^\* +google\/gemini-2\.5-flash +flash +1049K +images +ends 2026-11-12 +\$0\.3 \/ \$2\.5$/m,
    );
    expect(table).toMatch(/^ +openai\/o3 /m);
    expect(table).toContain("auto is google/gemini-3.8-flash.");
  });

  test("works without any key", async () => {
    const { stdout, code } = await runConverse(["models"]);
    expect(code).toBe(0);
    expect(stdout).toContain("auto is nothing now. Provider not available.");
  });
});

describe("converse history", () => {
  test("lists conversations and shows one", async () => {
    const home = await temporaryHome();
    expect((await runConverse(["history"], { home })).stdout).toBe("No conversations.\n");
    const server = await startConverse({ env: environmentOf(vendors), home });
    const { id } = (await server.chat({ prompt: "What is it?", model: "o3" })).continuation;
    await server.close();
    const list = await runConverse(["history"], { home });
    expect(list.stdout).toMatch(
      new RegExp(`^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d  ${id}  o3  2 messages  What is it\\?$`, "m"),
    );
    const one = await runConverse(["history", id], { home });
    expect(one.stdout).toMatch(
      /── user.*\nWhat is it\?\n\n── assistant \(o3\).*\nopenai says hello\n/,
    );
    const asJson = await runConverse(["history", id, "--json"], { home });
    expect(JSON.parse(asJson.stdout)).toMatchObject({ id, messages: [{}, { model: "o3" }] });
    const listed = await runConverse(["history", "--json", "--limit", "5"], { home });
    expect(JSON.parse(listed.stdout)).toMatchObject({ conversations: [{ id, message_count: 2 }] });
    const unknown = await runConverse(["history", "conv_x"], { home });
    expect(unknown).toMatchObject({ code: 1, stdout: "" });
    expect(unknown.stderr).toContain("Conversation not found: conv_x.");
  });
});

describe("converse doctor", () => {
  test("says what to do when nothing is configured", async () => {
    const { code, stdout } = await runConverse(["doctor"]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^ok {4}database: .*converse\.db$/m);
    expect(stdout).toMatch(/^FAIL {2}models: Provider not available\..*OPENAI_API_KEY/m);
  });

  test("asks each vendor, and nobody else, whether it takes the key, and shows no key", async () => {
    const good = await startRecorder(json({ data: [{ id: "llama" }] }));
    const bad = await startRecorder(json({ error: "no" }, { status: 401 }));
    const elsewhere = json({}, { status: 307, headers: { location: `${good.url}/v1/key` } });
    const leadingAway = await startRecorder(elsewhere);
    onTestFinished(async () => {
      await Promise.all([good, bad, leadingAway].map((recorder) => recorder.close()));
    });
    const { code, stdout } = await runConverse(["doctor", "--json"], {
      env: {
        OPENAI_API_KEY: KEYS.openai,
        OPENAI_BASE_URL: `${good.url}/v1`,
        GOOGLE_API_KEY: KEYS.google,
        GOOGLE_BASE_URL: good.url,
        ANTHROPIC_API_KEY: KEYS.anthropic,
        ANTHROPIC_BASE_URL: bad.url,
        XAI_API_KEY: KEYS.xai,
        XAI_BASE_URL: await deadAddress(),
        OPENROUTER_API_KEY: KEYS.openrouter,
        OPENROUTER_BASE_URL: leadingAway.url,
        COMPATIBLE_BASE_URL: `local=${good.url}`,
        CONVERSE_ALLOWED_DIRS: "/does/not/exist",
      },
    });
    const checks = Object.fromEntries(
      JSON.parse(stdout).checks.map((check: { name: string }) => [check.name, check]),
    );
    expect(code).toBe(1);
    expect(checks).toMatchObject({
      database: { status: "ok" },
      "allowed directories": { status: "warn", message: "only these exist: none" },
      openai: { status: "ok", message: "answers and takes the key" },
      google: { status: "ok" },
      anthropic: { status: "fail", message: "HTTP 401, the key was refused" },
      xai: { status: "fail", message: expect.stringContaining("ECONNREFUSED") },
      openrouter: { status: "fail", message: "HTTP 307" },
      compatible: { status: "ok", message: "local: llama" },
      models: { status: "ok", message: expect.stringContaining("auto is openai/gpt-6.1-sol") },
    });
    expect(good.requests.map(({ path }) => path)).toEqual([
      "/v1/models",
      "/v1beta/models",
      "/v1/models",
    ]);
    for (const key of Object.values(KEYS)) expect(stdout).not.toContain(key);
  });

  test("names the variable of a key that no header can carry, and does not show the key", async () => {
    const { code, stdout } = await runConverse(["doctor"], {
      env: {
        OPENAI_API_KEY: "sk-first\nsecond",
        GOOGLE_API_KEY: "Schlüssel",
        COMPATIBLE_BASE_URL: "http://127.0.0.1:9",
        COMPATIBLE_API_KEY: "Schlüssel",
      },
    });
    expect(code).toBe(1);
    for (const variable of ["OPENAI_API_KEY", "GOOGLE_API_KEY", "COMPATIBLE_API_KEY"])
      expect(stdout).toMatch(new RegExp(`^FAIL .* in ${variable} has a space, a line end`, "m"));
    expect(stdout).not.toMatch(/sk-first|Schl/);
  });
});

test.each([
  [{ COMPATIBLE_BASE_URL: "openai=http://127.0.0.1:1" }, "the name openai is that of a provider"],
  [{ COMPATIBLE_BASE_URL: "a=http://x,a=http://y" }, "names the server a twice"],
  [{ REQUEST_TIMEOUT_MS: "soon" }, "REQUEST_TIMEOUT_MS must be a whole number"],
  [{ MAX_MCP_OUTPUT_TOKENS: "0" }, "MAX_MCP_OUTPUT_TOKENS must be"],
  [{ CONVERSE_CACHE: "maybe" }, "CONVERSE_CACHE must be one of auto, on, off"],
  [{ GOOGLE_BASE_URL: "localhost:8080" }, "GOOGLE_BASE_URL must be an http or https URL"],
  [{ COMPATIBLE_BASE_URL: "ollama=11434" }, "COMPATIBLE_BASE_URL must be an http or https URL"],
  [
    { CONVERSE_CLI: "claude,codx" },
    'CONVERSE_CLI must be of claude, codex, gemini, off, not "codx"',
  ],
  [{ CONVERSE_MODELS_FILE: "/no/such.json" }, "CONVERSE_MODELS_FILE: /no/such.json cannot be used"],
  [{ CONVERSE_MODELS_FILE: packageJson }, "The list of models is not valid: Invalid input"],
])("%j is one line on stderr and exit code 2", async (env, message) => {
  const { code, stdout, stderr } = await runConverse([], { env });
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(/^converse: .*\n$/);
  expect(stderr).toContain(message);
});
