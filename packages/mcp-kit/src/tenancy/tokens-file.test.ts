import { chmodSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { recordSyncs, temporaryDirectory } from "@faculties/testkit";
import { expect, test } from "vitest";
import { hashToken } from "../http/caller.ts";
import { createLogger } from "../observe/logger.ts";
import { editTokens, readTokens } from "./run-token.ts";
import { TokensFile } from "./tokens-file.ts";

const ROLES = ["viewer", "admin"];
const hash = (token: string) => hashToken(token).toString("hex");

async function tokensFile(content: unknown = { [hash("red-1")]: { tenant: "red" } }) {
  const file = join(await temporaryDirectory(), "tokens.json");
  const logged: string[] = [];
  const write = (next: unknown) => {
    writeFileSync(`${file}.next`, typeof next === "string" ? next : JSON.stringify(next));
    renameSync(`${file}.next`, file);
  };
  write(content);
  const log = createLogger({
    name: "tokens",
    level: "info",
    format: "pretty",
    redact: (text) => text,
    write: (line) => void logged.push(line),
  });
  return { file, write, logged, open: () => new TokensFile(file, ROLES, log) };
}

test("knows the holders of tokens by the hash alone", async () => {
  const { open } = await tokensFile({
    [hash("red-1")]: { tenant: "red" },
    [hash("blue-1")]: { tenant: "blue", role: "viewer" },
  });
  const tokens = open();
  expect(tokens.identify("Bearer red-1")?.tenant).toEqual({ name: "red", role: undefined });
  expect(tokens.identify("bearer blue-1")?.tenant).toEqual({ name: "blue", role: "viewer" });
  for (const header of [undefined, "", "Bearer", "Bearer ", "Bearer red", "Basic red-1", "red-1"])
    expect(tokens.identify(header)).toBeUndefined();
  expect(tokens.identify(`Bearer ${hash("red-1")}`)).toBeUndefined();
});

test("the hash of nothing lets nobody in", async () => {
  const tokens = (await tokensFile({ [hash("")]: { tenant: "red" } })).open();
  for (const header of [undefined, "", "Bearer ", "Bearer"])
    expect(tokens.identify(header)).toBeUndefined();
});

test("a changed file counts with the next request, a broken one does not", async () => {
  const { file, write, logged, open } = await tokensFile();
  const tokens = open();
  const red = tokens.identify("Bearer red-1");
  if (!red) throw new Error("red is not known");

  write({ [hash("blue-1")]: { tenant: "blue" } });
  expect([tokens.admits(red), tokens.identify("Bearer red-1")]).toEqual([false, undefined]);
  expect(tokens.identify("Bearer blue-1")?.tenant?.name).toBe("blue");

  write("{ half a fi");
  for (let request = 0; request < 3; request += 1)
    expect(tokens.identify("Bearer blue-1")?.tenant?.name).toBe("blue");
  rmSync(file);
  for (let request = 0; request < 3; request += 1)
    expect(tokens.identify("Bearer blue-1")?.tenant?.name).toBe("blue");
  expect(logged.filter((line) => line.includes("cannot be used"))).toHaveLength(2);

  write({ [hash("blue-1")]: { tenant: "blue", role: "admin" } });
  expect(tokens.admits({ tenant: { name: "blue" }, tokenHash: hash("blue-1") })).toBe(false);
  expect(tokens.identify("Bearer blue-1")?.tenant?.role).toBe("admin");
});

test.each([
  ["not JSON", "{", /it is not JSON/],
  ["a list", [], /expected record/],
  ["a token in clear", { "red-1": { tenant: "red" } }, /must be the SHA-256 of a token/],
  ["a path as tenant", { [hash("a")]: { tenant: "../red" } }, /a tenant must be 1 to 40/],
  ["no tenant", { [hash("a")]: {} }, /expected string/],
  ["a role that is none", { [hash("a")]: { tenant: "a", role: "root" } }, /one of viewer, admin/],
  ["a field that is none", { [hash("a")]: { tenant: "a", admin: true } }, /"admin"/],
])("%s is refused at the start, with the reason", async (_, content, reason) => {
  const { open } = await tokensFile(content);
  expect(open).toThrow(reason);
});

test("edits replace the file as a whole, one after another, and keep its mode", async () => {
  const { file } = await tokensFile();
  chmodSync(file, 0o640);
  const names = Array.from({ length: 8 }, (_, index) => `team-${index}`);
  await Promise.all(
    names.map((name) =>
      editTokens(file, ROLES, (tokens) => ({ ...tokens, [hash(name)]: { name } })),
    ),
  );
  const known = Object.values(readTokens(file, ROLES)).map(({ name }) => name);
  expect(known.toSorted()).toEqual(["red", ...names]);
  expect(statSync(file).mode & 0o777).toBe(0o640);
});

test("an edit that fails leaves the file and no draft behind", async () => {
  const { file, write } = await tokensFile("{ broken");
  await expect(editTokens(file, ROLES, (tokens) => tokens)).rejects.toThrow(/it is not JSON/);
  write({});
  await editTokens(file, ROLES, () => ({ [hash("x")]: { name: "x" } }));
  expect(readTokens(file, ROLES)).toEqual({ [hash("x")]: { name: "x", role: undefined } });
});

test.runIf(process.platform === "linux")(
  "an edit is on the disk, the file and then its name, before the command ends",
  async () => {
    const { file } = await tokensFile();
    const { paths } = await recordSyncs();
    await editTokens(file, ROLES, (tokens) => tokens);
    expect(paths).toEqual([`${file}.new`, dirname(file)]);
  },
);
