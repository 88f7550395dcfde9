import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryHome } from "@faculties/testkit";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  namedProject as named,
  projectOfFolder as ofFolder,
} from "../src/projects/find-project.ts";
import { record, runMemory, search, startMemory, supersede, withDatabase } from "./start-memory.ts";

const inProject = (project: string | undefined) => ({
  env: { AGENT_MEMORY_EMBEDDINGS: "off", AGENT_MEMORY_PROJECT: project },
});
const ids = ({ results }: { results: { id: string }[] }) => results.map(({ id }) => id);

async function startThree() {
  const home = await temporaryHome();
  const start = (project: string, args: string[] = []) =>
    startMemory({ home, args, ...inProject(project) });
  const [shop, bank, all] = await Promise.all([
    start("shop"),
    start("bank"),
    start("none", ["--all-projects"]),
  ]);
  onTestFinished(async () => {
    await Promise.all([shop.close(), bank.close(), all.close()]);
  });
  return { home, shop, bank, all };
}

describe("two projects in one database", () => {
  test("each have a decision in force on the same target, and do not see the other's", async () => {
    const { home, shop, bank, all } = await startThree();
    const ofShop = await record(shop, "Database", "Use PostgreSQL", "Orders need transactions");
    const ofBank = await record(bank, "database", "Use PostgreSQL", "Ledgers need transactions");
    const ofAll = await record(all, "database", "Name tables in PostgreSQL in the plural");
    expect(new Set(ids(await search(shop, "postgresql")))).toEqual(new Set([ofShop, ofAll]));
    expect(new Set(ids(await search(bank, "postgresql")))).toEqual(new Set([ofBank, ofAll]));
    const everywhere = await search(all, "postgresql");
    expect(new Set(ids(everywhere))).toEqual(new Set([ofShop, ofBank, ofAll]));
    expect(everywhere.results.find(({ id }) => id === ofShop)).toMatchObject({ project: "shop" });
    const { structuredContent } = await shop.callError("record_decision", {
      target: "DATABASE",
      title: "Use MySQL",
      rationale: "It is there already",
    });
    expect(structuredContent).toMatchObject({
      code: "TARGET_TAKEN",
      message: expect.stringContaining(ofShop),
    });

    const listed = JSON.parse((await runMemory(home, ["list", "--json"])).stdout) as {
      id: string;
    }[];
    expect(listed).toHaveLength(3);
    const got = await bank.callOk<{ decision: { id: string } }>("get_decision", {
      target: "database",
    });
    expect(got.decision.id).toBe(ofBank);
    const resources = (await bank.client.listResources()).resources.map(({ name }) => name);
    expect(resources).toContain(ofBank);
    expect(resources).not.toContain(ofShop);
  });

  test("a decision for all is superseded for all, and a successor stays in its project", async () => {
    const { shop, bank, all } = await startThree();
    const old = await record(all, "licence", "Use MIT for quokkas");
    const next = await supersede(shop, "licence", "Use Apache for quokkas", old);
    expect(ids(await search(bank, "quokkas"))).toEqual([next]);
    const own = await record(shop, "zoo", "Keep numbats");
    const successor = await supersede(all, "zoo", "Keep more numbats", own);
    expect(ids(await search(shop, "numbats"))).toEqual([successor]);
    expect(ids(await search(bank, "numbats"))).toEqual([]);
    const { stdout } = await runMemory(shop.home, ["doctor", "--json"]);
    expect(stdout).toContain("links, targets and search index agree");
  });
});

describe("the project of a folder", () => {
  const git = (folder: string, ...args: string[]) =>
    execFileSync("git", ["-c", "user.name=n", "-c", "user.email=e@x", ...args], { cwd: folder });

  test("is its repository, also through links, in worktrees and in repositories within", async () => {
    const home = await temporaryHome();
    const root = join(home.directory, "shop");
    const inner = join(root, "vendor", "library");
    mkdirSync(join(root, "src"), { recursive: true });
    mkdirSync(inner, { recursive: true });
    git(root, "init", "-q");
    git(inner, "init", "-q");
    writeFileSync(join(root, "a"), "a");
    git(root, "add", "a");
    git(root, "commit", "-qm", "a");
    const worktree = join(home.directory, "shop-2");
    git(root, "worktree", "add", "-q", worktree);
    symlinkSync(root, join(home.directory, "link"));
    const project = ofFolder(root);
    expect(project).toMatch(/shop$/);
    expect(ofFolder(join(root, "src"))).toBe(project);
    expect(ofFolder(join(home.directory, "link", "src"))).toBe(project);
    expect(ofFolder(worktree)).toBe(project);
    expect(ofFolder(inner)).toMatch(/library$/);
    expect(ofFolder(home.directory)).toBe("");
    expect(named("none", root)).toBe("");
    expect(named("./src", root)).toBe(project);
    expect(named("shop", root)).toBe("shop");
  });

  test("that vanishes keeps its decisions, and can still be named", async () => {
    const home = await temporaryHome();
    const root = join(home.directory, "gone");
    mkdirSync(root);
    git(root, "init", "-q");
    const env = inProject(root);
    const server = await startMemory({ home, ...env });
    const id = await record(server, "zoo", "Keep wombats");
    await server.close();
    const project = withDatabase(home, (database) =>
      database.prepare<[], { project: string }>("select project from decisions").get(),
    )?.project;
    renameSync(root, join(home.directory, "moved"));
    rmSync(join(home.directory, "moved"), { recursive: true });
    await using after = await startMemory({ home, ...inProject(project) });
    expect(ids(await search(after, "wombats"))).toEqual([id]);
  });
});
