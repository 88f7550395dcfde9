import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  startHttp,
  temporaryDirectory,
  temporaryHome,
  type TemporaryHome,
} from "@faculties/testkit";
import { beforeEach, expect, test } from "vitest";
import { type Converse, entry, runConverse, startConverse } from "./support/converse.ts";
import { environmentOf, useVendors } from "./support/vendors.ts";

const SECRET = "what no vendor may see";
const KEY = `-----BEGIN OPENSSH PRIVATE KEY-----\n${SECRET}\n`;

const { vendors } = useVendors();
let home: TemporaryHome;
let before: number;
beforeEach(async () => {
  before = vendors.openai.requests.length;
  home = await temporaryHome();
  await put(home.directory, ".ssh/id_rsa", KEY);
  await put(home.directory, "notes.txt", SECRET);
  await put(home.directory, "project/good.txt", "good content");
});

async function put(folder: string, name: string, content: string): Promise<string> {
  await mkdir(dirname(join(folder, name)), { recursive: true });
  await writeFile(join(folder, name), content);
  return name;
}

const env = (more: Record<string, string> = {}) => ({ ...environmentOf(vendors), ...more });
/** The bodies that the vendor got since the test began. */
const sent = () =>
  vendors.openai.requests
    .slice(before)
    .map(({ bodyText }) => bodyText)
    .join("\n");
const startWithRoots = (folders: readonly string[], more: Record<string, string> = {}) =>
  startConverse({
    env: env(more),
    home,
    cwd: join(home.directory, "project"),
    capabilities: { roots: {} },
    configure: (client) =>
      client.setRequestHandler("roots/list", () => ({
        roots: folders.map((folder) => ({ uri: pathToFileURL(folder).href })),
      })),
  });
const ask = (server: Pick<Converse, "chat">, ...files: string[]) =>
  server.chat({ prompt: "Why?", model: "gpt-4o", files });
const refusal = (server: Pick<Converse, "refusal">, ...files: string[]) =>
  server.refusal("chat", { prompt: "Why?", model: "gpt-4o", files });

test("a server that is started at home reads nothing there, and says why and what to set", async () => {
  const server = await startConverse({ env: env(), home, cwd: home.directory });
  for (const file of [".ssh/id_rsa", "notes.txt", join(home.directory, "project/good.txt")])
    expect(await refusal(server, file)).toEqual({
      code: "INVALID_INPUT",
      error: `None of the files and images can be read. ${file}: The file is outside the allowed directories. None is allowed now (${home.directory} is the home folder); CONVERSE_ALLOWED_DIRS sets them.`,
    });
  expect(sent()).not.toContain(SECRET);
  const { stdout } = await runConverse(["doctor"], { home, cwd: home.directory });
  expect(stdout).toContain(`${home.directory} is the home folder`);
});

test("a client that announces the home folder, or one above it, opens nothing, also not the working directory", async () => {
  for (const folder of [home.directory, dirname(home.directory), "/"]) {
    const server = await startWithRoots([folder]);
    expect(await refusal(server, join(home.directory, "project/good.txt"))).toMatchObject({
      error: expect.stringMatching(
        /None is allowed now \(.*(home folder|top of the file system)\)/,
      ),
    });
    expect(await refusal(server, "notes.txt")).toMatchObject({ code: "INVALID_INPUT" });
  }
});

test("a project that is announced with the home folder is read alone", async () => {
  const project = join(home.directory, "project");
  const server = await startWithRoots([home.directory, project]);
  const { metadata } = await ask(server, "good.txt", join(home.directory, "notes.txt"));
  expect(sent()).toContain("good content");
  expect(sent()).not.toContain(SECRET);
  expect(metadata.notices).toMatchObject([
    { message: expect.stringContaining(`Allowed: ${project} (${home.directory} is the home`) },
  ]);
});

test("the operator can allow the home folder, but not the secrets in it by that alone", async () => {
  const allowed = { CONVERSE_ALLOWED_DIRS: home.directory };
  const server = await startConverse({ env: env(allowed), home, cwd: home.directory });
  await ask(server, "project/good.txt");
  expect(sent()).toContain("good content");
  expect(await refusal(server, ".ssh/id_rsa")).toMatchObject({
    error: expect.stringMatching(
      /looks like a secret \(rule: .*\.ssh.*\).*MCP_ALLOW_SECRET_FILES=true \(or --allow-secret-files\)/,
    ),
  });
});

test("files that look like secrets never reach a vendor, unless the operator allows it", async () => {
  const project = await temporaryDirectory();
  const secrets = [
    await put(project, ".env", SECRET),
    await put(project, ".env.local", SECRET),
    await put(project, ".git/config", SECRET),
    await put(project, ".npmrc", SECRET),
    await put(project, "tls/server.key", SECRET),
    await put(project, "deploy.txt", KEY),
  ];
  await put(project, ".env.example", "KEY=fill-me-in");
  const closed = await startConverse({ env: env({ CONVERSE_ALLOWED_DIRS: project }) });
  const { metadata } = await ask(closed, ".env.example", ...secrets);
  expect(metadata.notices?.map(({ path }) => path)).toEqual(secrets);
  for (const { message } of metadata.notices ?? [])
    expect(message).toContain("looks like a secret");
  const images = { prompt: "Why?", model: "gpt-4o", images: [".env"] };
  expect(await closed.refusal("chat", images)).toMatchObject({
    error: expect.stringContaining("looks like a secret"),
  });
  expect(sent()).toContain("fill-me-in");
  expect(sent()).not.toContain(SECRET);
  for (const { more, args } of [
    { more: { MCP_ALLOW_SECRET_FILES: "true" }, args: [] },
    { more: {}, args: ["--allow-secret-files"] },
  ]) {
    const server = await startConverse({
      env: env({ CONVERSE_ALLOWED_DIRS: project, ...more }),
      args,
    });
    await ask(server, ...secrets);
    expect(vendors.openai.requests.at(-1)?.bodyText.split(SECRET)).toHaveLength(secrets.length + 1);
  }
});

test("the servers' own databases and tokens are never read", async () => {
  const project = join(home.directory, "project");
  const database = join(project, "state.db");
  const tokens = join(project, "tokens.json");
  const hash = createHash("sha256").update("red").digest("hex");
  await writeFile(tokens, JSON.stringify({ [hash]: { tenant: "red" } }));
  const data = join(home.env["XDG_DATA_HOME"] ?? "", "faculties");
  await put(data, "agent-memory.db.txt", SECRET);
  await put(project, "state.db-wal", SECRET);
  await put(project, "tokens.json.new", SECRET);
  const server = await startHttp({
    entry,
    home,
    env: env({
      CONVERSE_CLI: "off",
      CONVERSE_ALLOWED_DIRS: home.directory,
      DATABASE_PATH: database,
      MCP_TOKENS_FILE: tokens,
      MCP_ALLOW_SECRET_FILES: "true",
    }),
  });
  const client = await server.connect("2026", { headers: { authorization: "Bearer red" } });
  const own = [`${database}-wal`, tokens, `${tokens}.new`, join(data, "agent-memory.db.txt")];
  for (const file of own)
    expect(
      (await client.callError("chat", { prompt: "Why?", model: "gpt-4o", files: [file] }))
        .structuredContent,
    ).toMatchObject({
      error: expect.stringContaining("It is a file of the server itself and is never read."),
    });
});

test("over HTTP a client cannot open folders of the server by announcing them", async () => {
  const elsewhere = await temporaryDirectory();
  await put(elsewhere, "notes.txt", SECRET);
  const server = await startHttp({
    entry,
    home,
    cwd: join(home.directory, "project"),
    env: env({ CONVERSE_CLI: "off" }),
  });
  const client = await server.connect("2025", {
    capabilities: { roots: {} },
    configure: (made) =>
      made.setRequestHandler("roots/list", () => ({
        roots: [{ uri: pathToFileURL(elsewhere).href }],
      })),
  });
  const call = (file: string) =>
    client.callError("chat", { prompt: "Why?", model: "gpt-4o", files: [file] });
  const { structuredContent } = await call(join(elsewhere, "notes.txt"));
  expect(structuredContent).toMatchObject({
    error: expect.stringContaining(`Allowed: ${join(home.directory, "project")};`),
  });
  expect(sent()).not.toContain(SECRET);
});
