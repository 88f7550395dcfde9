import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runProgram, temporaryDirectory, temporaryHome } from "@faculties/testkit";
import { describe, expect, test } from "vitest";

const launcher = fileURLToPath(new URL("../launcher/main.mjs", import.meta.url));
const SERVER = `
  const { value } = require("./part.cjs");
  console.log(value, typeof require("node:fs").readFileSync, __filename.endsWith("server.cjs"));
`;

const SHOW_CACHE = `
  console.log(require("node:module").getCompileCacheDir?.() ? "a cache of Node" : "no cache of Node");
`;

async function setUp() {
  const folder = join(await temporaryDirectory(), "some-server", "dist");
  mkdirSync(folder, { recursive: true });
  copyFileSync(launcher, join(folder, "main.mjs"));
  writeFileSync(join(folder, "server.cjs"), SERVER);
  writeFileSync(join(folder, "part.cjs"), "exports.value = 42;");
  const home = await temporaryHome();
  const run = (env: Record<string, string> = {}) =>
    runProgram({
      entry: join(folder, "main.mjs"),
      home,
      cwd: folder,
      env: {
        XDG_CACHE_HOME: join(home.directory, "cache"),
        FACULTIES_CODE_CACHE: undefined,
        ...env,
      },
    });
  return { folder, run, home: home.directory, cache: join(home.directory, "cache", "faculties") };
}

const expected = { code: 0, stdout: "42 function true\n", stderr: "" };
const keepsOwnCache = !("enableCompileCache" in (await import("node:module")));

describe("the launcher", () => {
  test("starts the bundle and its chunks, with and without a cache", async () => {
    const { run } = await setUp();
    expect(await run()).toMatchObject(expected);
    expect(await run({ FACULTIES_CODE_CACHE: "off" })).toMatchObject(expected);
    expect(await run({ XDG_CACHE_HOME: "/proc/nowhere" })).toMatchObject(expected);
  });

  test.runIf(keepsOwnCache)("keeps the compiled code in the folder it is given", async () => {
    const { run, cache } = await setUp();
    const given = join(await temporaryDirectory(), "given");
    expect(await run({ FACULTIES_CODE_CACHE: given })).toMatchObject(expected);
    expect(readdirSync(given)).toHaveLength(2);
    expect(existsSync(cache)).toBe(false);
  });

  test.runIf(keepsOwnCache).each([false, true])(
    "uses the compiled code of the last start (small nursery: %s)",
    async (smallNursery) => {
      const { folder, run, cache } = await setUp();
      writeFileSync(join(folder, "launch.json"), JSON.stringify({ smallNursery }));
      expect(await run()).toMatchObject(expected);
      const written = () => readdirSync(cache).map((name) => statSync(join(cache, name)).ino);
      const before = written();
      expect(await run()).toMatchObject(expected);
      expect(written()).toEqual(before);
    },
  );

  test("writes nothing when the server ends with an error", async () => {
    const { folder, run, cache } = await setUp();
    writeFileSync(join(folder, "server.cjs"), "process.exitCode = 2;");
    expect(await run()).toMatchObject({ code: 2, stdout: "", stderr: "" });
    if (keepsOwnCache) expect(existsSync(cache)).toBe(false);
  });

  test.runIf(keepsOwnCache)("keeps the compiled code where only the user can write", async () => {
    const { run, cache, folder } = await setUp();
    await run();
    const files = readdirSync(cache);
    expect(files.map((name) => name.replace(/[0-9a-f]{24}/, "*")).toSorted()).toEqual([
      "some-server-part-*.bin",
      "some-server-server-*.bin",
    ]);
    for (const name of files) expect(statSync(join(cache, name)).mode & 0o777).toBe(0o600);
    expect(statSync(cache).mode & 0o777).toBe(0o700);

    const before = files.map((name) => readFileSync(join(cache, name)));
    expect(await run()).toMatchObject(expected);
    for (const name of files) {
      const content = readFileSync(join(cache, name));
      content[content.length - 1] = (content.at(-1) ?? 0) ^ 1;
      writeFileSync(join(cache, name), content);
    }
    expect(await run()).toMatchObject(expected);
    expect(files.map((name) => readFileSync(join(cache, name)).length)).toEqual(
      before.map(({ length }) => length),
    );

    for (const name of files) {
      writeFileSync(join(cache, name), "x");
      chmodSync(join(cache, name), 0o666);
    }
    expect(await run()).toMatchObject(expected);

    writeFileSync(join(folder, "part.cjs"), "exports.value = 43;");
    expect(await run()).toMatchObject({ stdout: "43 function true\n" });
    expect(readdirSync(cache)).toHaveLength(2);

    const key = "0123456789abcdef01234567";
    for (const name of ["some-server-gone", "other-server-gone"])
      writeFileSync(join(cache, `${name}-${key}.bin`), "x");
    writeFileSync(join(folder, "part.cjs"), "exports.value = 44;");
    expect(await run()).toMatchObject({ stdout: "44 function true\n" });
    expect(readdirSync(cache).map((name) => name.replace(/[0-9a-f]{24}/, "*"))).toEqual([
      "other-server-gone-*.bin",
      "some-server-part-*.bin",
      "some-server-server-*.bin",
    ]);
  });
});

describe("compiled code", () => {
  const isRoot = process.getuid?.() === 0;
  const NOBODY = 65_534;

  /** A folder for compiled code inside another, both private. */
  async function folders() {
    const outer = join(await temporaryDirectory(), "outer");
    const given = join(outer, "given");
    mkdirSync(given, { recursive: true, mode: 0o700 });
    return { outer, given };
  }

  async function isUsed(given: string): Promise<boolean> {
    const { run } = await setUp();
    expect(await run({ FACULTIES_CODE_CACHE: given })).toMatchObject(expected);
    return readdirSync(given).length > 0;
  }

  test("is kept in a folder of this user, also below one where everybody keeps their own", async () => {
    const { outer, given } = await folders();
    expect(await isUsed(given)).toBe(true);
    const { outer: shared, given: own } = await folders();
    chmodSync(shared, 0o1777);
    expect(await isUsed(own)).toBe(true);
    const { outer: linked } = await folders();
    symlinkSync(outer, join(linked, "link"));
    expect(await isUsed(join(linked, "link", "given"))).toBe(true);
  });

  test.runIf(process.getuid !== undefined)(
    "is neither read nor written where others may write, in the folder or above it",
    async () => {
      for (const mode of [0o777, 0o770, 0o707, 0o1777, 0o720]) {
        const { given } = await folders();
        chmodSync(given, mode);
        expect([mode, await isUsed(given)]).toEqual([mode, false]);
      }
      for (const mode of [0o777, 0o770, 0o722]) {
        const { outer, given } = await folders();
        chmodSync(outer, mode);
        expect([mode, await isUsed(given)]).toEqual([mode, false]);
        expect(await isUsed(given)).toBe(false);
        const { outer: safe } = await folders();
        symlinkSync(given, join(safe, "link"));
        expect(await isUsed(join(safe, "link"))).toBe(false);
        symlinkSync(safe, join(outer, "link"));
        expect(await isUsed(join(outer, "link", "given"))).toBe(false);
      }
    },
  );

  test.runIf(isRoot)("is neither read nor written where another user owns it", async () => {
    const { given } = await folders();
    chownSync(given, NOBODY, NOBODY);
    expect(await isUsed(given)).toBe(false);
    const { outer, given: below } = await folders();
    chownSync(outer, NOBODY, NOBODY);
    expect(await isUsed(below)).toBe(false);
    const { outer: shared } = await folders();
    const { given: kept } = await folders();
    chmodSync(shared, 0o1777);
    symlinkSync(kept, join(shared, "link"));
    lchownSync(join(shared, "link"), NOBODY, NOBODY);
    expect(await isUsed(join(shared, "link"))).toBe(false);
  });

  test.runIf(isRoot)("of another user inside the folder is not used", async () => {
    const { given } = await folders();
    const { run, folder } = await setUp();
    writeFileSync(join(folder, "server.cjs"), `${SERVER}${SHOW_CACHE}`);
    const again = () => run({ FACULTIES_CODE_CACHE: given });
    const first = await again();
    expect(first.code).toBe(0);
    const entries = readdirSync(given, { recursive: true, encoding: "utf8" });
    expect(entries.length).toBeGreaterThan(0);
    for (const name of entries) lchownSync(join(given, name), NOBODY, NOBODY);
    const before = entries.map((name) => statSync(join(given, name)).mtimeMs);
    expect((await again()).stdout).toBe("42 function true\nno cache of Node\n");
    if (!keepsOwnCache)
      expect(entries.map((name) => statSync(join(given, name)).mtimeMs)).toEqual(before);
  });

  test.runIf(process.platform === "linux")(
    "is never kept in a folder relative to the working directory",
    async () => {
      const { folder, run, home } = await setUp();
      expect(await run({ XDG_CACHE_HOME: "relative" })).toMatchObject(expected);
      expect(await run({ XDG_CACHE_HOME: "./relative" })).toMatchObject(expected);
      expect(await run({ FACULTIES_CODE_CACHE: "relative" })).toMatchObject(expected);
      expect(readdirSync(folder)).toEqual(["main.mjs", "part.cjs", "server.cjs"]);
      expect(readdirSync(join(home, ".cache", "faculties")).length).toBeGreaterThan(0);
    },
  );
});
