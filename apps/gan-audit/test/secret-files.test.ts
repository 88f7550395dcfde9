import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  runProgram,
  startHttp,
  temporaryDirectory,
  temporaryHome,
  type TestServer,
} from "@faculties/testkit";
import { startOpenAiEmulator } from "@faculties/testkit/emulators";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  config,
  entry,
  failure,
  places,
  review,
  startAudit,
  startInFolders,
} from "./support/gan-audit.ts";
import { createRepository, type Repository, writeFiles } from "./support/repository.ts";

const TOKEN = "ghp_Zq7vT1mXc4Kd8Lw2Rb6Yn9Hs3Jf5Gp0Ae1Ui";
const SECRETS = {
  ".env": `GITHUB=${TOKEN}\n`,
  "tls/server.key": `key ${TOKEN}\n`,
  "deploy.txt": `-----BEGIN RSA PRIVATE KEY-----\n${TOKEN}\n`,
};
const BAD = "export const run = (code: string) => eval(code);\n";
const GOOD = "export const one = 1;\n";
const VERDICT = JSON.stringify({
  overall: 100,
  dimensions: [{ name: "correctness", score: 100 }],
  review: { summary: "Seen.", inline: [], citations: [] },
});

let emulator: Awaited<ReturnType<typeof startOpenAiEmulator>>;
let model: Record<string, string>;
let inFolder: (folder: string) => TestServer<"2025">;
let repository: Repository;
let before: number;

beforeAll(async () => {
  emulator = await startOpenAiEmulator();
  emulator.answer("judge-1", VERDICT);
  model = {
    OPENAI_API_KEY: "sk-0123456789abcdef0123",
    OPENAI_BASE_URL: `${emulator.url}/v1`,
    GAN_AUDIT_GENERATOR: "openai:judge-1",
  };
  inFolder = await startInFolders(model);
  return () => emulator.close();
});
beforeEach(async () => {
  before = emulator.requests.length;
  repository = await createRepository();
});

/** The requests that models have received since the test began. */
const requests = () => emulator.requests.slice(before);
const sent = () =>
  requests()
    .map(({ bodyText }) => bodyText)
    .join("\n");
const bothJudges = { judges: ["internal", "openai:judge-1"] };

describe("files that look like secrets", () => {
  test("are judged by the engines on this machine and shown to no model", async () => {
    await repository.write({ ...SECRETS, "a.ts": GOOD, ".env.example": "KEY=\n" });
    for (const scope of ["diff", "workspace"]) {
      const asked = config({ ...bothJudges, scope, maxCycles: 2, candidates: 2 });
      const result = await review(inFolder(repository.directory), asked);
      expect(places(result)).toEqual([
        ".env:1",
        "deploy.txt:1",
        "deploy.txt:2",
        "tls/server.key:1",
      ]);
      expect(result.review.summary).toContain(
        "Judged here only, because they look like secrets: .env, deploy.txt, tls/server.key; MCP_ALLOW_SECRET_FILES=true lets models see them.",
      );
      expect(JSON.stringify(result)).not.toContain(TOKEN);
    }
    expect(sent()).toContain("export const one");
    expect(sent()).toContain(".env.example");
    expect(sent()).not.toContain(TOKEN);
  });

  test("are in no stored or served diff", async () => {
    await repository.write({ ...SECRETS, "a.ts": BAD });
    const server = inFolder(repository.directory);
    await review(server, config(bothJudges), { branchId: "kept" });
    const uri = "gan-audit://sessions/kept/audits/1";
    const audit = JSON.stringify(await server.client.readResource({ uri }));
    expect(audit).toContain("eval(code)");
    expect(audit).not.toContain(TOKEN);
  });

  test("are judged as staged, too", async () => {
    await repository.write({ ".env": SECRETS[".env"], "a.ts": GOOD });
    await repository.git("add", "--all");
    await repository.write({ ".env": "" });
    expect(places(await review(inFolder(repository.directory), config(bothJudges)))).toEqual([
      ".env:1",
    ]);
    expect(sent()).not.toContain(TOKEN);
  });

  test("do not come in under another name by a diff in the thought", async () => {
    await repository.commit({ ".env": `A=1\n${SECRETS[".env"]}` });
    const diff =
      "diff --git a/.env b/notes.txt\nrename from .env\nrename to notes.txt\n--- a/.env\n+++ b/notes.txt\n@@ -1 +1,2 @@\n A=1\n+B=2\n";
    await review(inFolder(repository.directory), config(bothJudges) + diff);
    expect(sent()).toContain("B=2");
    expect(sent()).not.toContain(TOKEN);
  });

  test("leave a model that is the only judge without anything, and its card says so", async () => {
    await repository.write({ ".env": SECRETS[".env"] });
    const { judge_cards: cards } = await failure(
      inFolder(repository.directory),
      config({ judges: ["openai:judge-1"] }),
    );
    expect(cards).toEqual([
      {
        model: "openai:judge-1",
        notes: expect.stringMatching(/looks like a secret.*MCP_ALLOW_SECRET_FILES=true/),
      },
    ]);
    expect(requests()).toEqual([]);
  });

  test("are shown to models where the operator allows it", async () => {
    await repository.write(SECRETS);
    const own = await startAudit({
      env: { ...model, GAN_AUDIT_ROOT: repository.directory },
      args: ["--allow-secret-files"],
    });
    const { review: written } = await review(own, config(bothJudges));
    expect(sent().split(TOKEN).length).toBeGreaterThan(3);
    expect(written.summary).not.toContain("look like secrets");
  });

  test("are found by the command for people and CI", async () => {
    await repository.commit(SECRETS);
    const args = ["check", ".env"];
    const { code, stdout } = await runProgram({ entry, args, cwd: repository.directory });
    expect(code).toBe(1);
    expect(stdout).toContain(".env:1:8 critical");
    expect(stdout).not.toContain(TOKEN);
  });
});

describe("the home folder", () => {
  const audit = config({ scope: "workspace" });

  test("is audited only if the operator names it", async () => {
    const home = await temporaryHome();
    await writeFiles(home.directory, { "a.ts": GOOD, "project/b.ts": GOOD });
    const reason = `No folder is known (${home.directory} is the home folder); set GAN_AUDIT_ROOT to audit files.`;
    const atHome = await startAudit({ home, cwd: home.directory });
    expect((await review(atHome, audit)).review.summary).toContain(reason);
    const check = { entry, home, cwd: home.directory, args: ["check", "a.ts"] };
    expect((await runProgram(check)).stdout + (await runProgram(check)).stderr).toContain(
      "is the home folder",
    );
    const named = await startAudit({ home, env: { GAN_AUDIT_ROOT: home.directory } });
    expect((await review(named, config({ scope: "paths", paths: ["a.ts"] }))).verdict).toBe("pass");
  });

  test("is not opened by a client that announces it, or a folder above it; another root of the client is", async () => {
    const home = await temporaryHome();
    const project = join(home.directory, "project");
    await mkdir(project);
    await writeFiles(project, { "b.ts": BAD });
    let announced: string[] = [];
    const server = await startAudit({
      home,
      cwd: project,
      capabilities: { roots: {} },
      configure: (client) =>
        client.setRequestHandler("roots/list", () => ({
          roots: announced.map((folder) => ({ uri: pathToFileURL(folder).href })),
        })),
    });
    for (const folder of [home.directory, dirname(home.directory), "/"]) {
      announced = [folder];
      expect((await review(server, audit)).review.summary).toContain(
        `No folder is known (${folder} `,
      );
    }
    announced = [home.directory, project];
    expect(places(await review(server, audit))).toEqual(["b.ts:1"]);
  });

  test("nor is any folder of the server opened by a client over HTTP", async () => {
    const home = await temporaryHome();
    const elsewhere = await temporaryDirectory();
    const project = join(home.directory, "project");
    await writeFiles(project, { "mine.ts": GOOD });
    await writeFiles(elsewhere, { "b.ts": BAD });
    const server = await startHttp({
      entry,
      home,
      cwd: project,
      env: { ENABLE_GAN_AUDITING: "true" },
    });
    const client = await server.connect("2025", {
      capabilities: { roots: {} },
      configure: (made) =>
        made.setRequestHandler("roots/list", () => ({
          roots: [{ uri: pathToFileURL(elsewhere).href }],
        })),
    });
    const { review: written } = await review(client, audit);
    expect(written.inline).toEqual([]);
    expect(written.summary).toContain("1 file");
  });
});
