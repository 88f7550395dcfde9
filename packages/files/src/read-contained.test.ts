import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { appendFile, chmod, mkdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { temporaryDirectory } from "@faculties/testkit";
import fc from "fast-check";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";

import { allowedArea, type AllowedArea } from "./allowed-area.ts";
import { isInside } from "./is-inside.ts";
import { locateFile } from "./locate-file.ts";
import { openContained } from "./open-contained.ts";
import { readAtMost } from "./read-at-most.ts";
import { readContained } from "./read-contained.ts";

const SECRET = "what nobody may read";
const LIMIT = 1000;

const makeFifo = (path: string) => execFileSync("mkfifo", [path]);

let inside: string;
let outside: string;
let area: AllowedArea;

beforeEach(async () => {
  const base = await temporaryDirectory();
  inside = join(base, "allowed");
  outside = join(base, "elsewhere");
  await Promise.all([mkdir(inside), mkdir(outside)]);
  await writeFile(join(outside, "secret.txt"), SECRET);
  await writeFile(join(inside, "note.txt"), "a note");
  area = allowedArea([inside]);
});

const read = async (path: string) =>
  (await readContained(path, area, LIMIT)).bytes.toString("utf8");

async function refusal(path: string, allowed = area): Promise<string> {
  const error = await readContained(path, allowed, LIMIT).then(
    ({ bytes }) => new Error(`was read: ${bytes.toString("utf8")}`),
    (failure: unknown) => failure as Error,
  );
  return "reason" in error ? String(error.reason) : error.message;
}

/** Root may read everything, so root becomes somebody else for a moment, who can get as far as to the files. */
async function asOrdinaryUser<Result>(action: () => Promise<Result>): Promise<Result> {
  if (process.getuid?.() !== 0) return action();
  await Promise.all([chmod(dirname(inside), 0o711), chmod(inside, 0o711)]);
  process.seteuid?.(65_534);
  try {
    return await action();
  } finally {
    process.seteuid?.(0);
  }
}

describe("what is read", () => {
  test("is a file in the area, with its real path and its time", async () => {
    const path = join(inside, "note.txt");
    expect(await readContained(path, area, LIMIT)).toEqual({
      path,
      bytes: Buffer.from("a note"),
      modifiedAt: expect.any(Date),
    });
  });

  test("may be named relative to the first directory", async () => {
    await mkdir(join(inside, "deep"));
    expect(await read("note.txt")).toBe("a note");
    expect(await read("./deep/../note.txt")).toBe("a note");
  });

  test("may be reached by links that stay in the area, and through a linked directory of the area", async () => {
    await symlink(join(inside, "note.txt"), join(inside, "link.txt"));
    await symlink(inside, join(outside, "way-in"));
    expect(await read("link.txt")).toBe("a note");
    expect(await read(join(outside, "way-in", "note.txt"))).toBe("a note");
    const linked = allowedArea([join(outside, "way-in")]);
    expect(await readContained("note.txt", linked, LIMIT)).toMatchObject({
      path: join(inside, "note.txt"),
    });
  });

  test("may have dots, spaces and any letters in its name", async () => {
    for (const name of ["..hidden", "a b.txt", "ünïcødé 文.txt", "...", "-rf", "C:\\x"]) {
      await writeFile(join(inside, name), name);
      expect(await read(name)).toBe(name);
    }
  });

  test("is read from any of several directories", async () => {
    const both = allowedArea([inside, outside]);
    const { bytes } = await readContained(join(outside, "secret.txt"), both, LIMIT);
    expect(bytes.toString("utf8")).toBe(SECRET);
  });
});

describe("what is refused", () => {
  test.each(["../elsewhere/secret.txt", "a/../../elsewhere/secret.txt", ".."])(
    "a way out by %s",
    async (path) => {
      await mkdir(join(inside, "a"));
      expect(await refusal(path)).toBe("outside");
    },
  );

  test("an absolute path elsewhere, whether or not something is there", async () => {
    expect(await refusal(join(outside, "secret.txt"))).toBe("outside");
    expect(await refusal(join(outside, "nothing.txt"))).toBe("outside");
  });

  test("a linked file, a linked folder, and a link to a link", async () => {
    await symlink(join(outside, "secret.txt"), join(inside, "file"));
    await symlink(outside, join(inside, "folder"));
    await symlink("folder", join(inside, "again"));
    await symlink("../elsewhere", join(inside, "relative"));
    for (const path of ["file", "folder/secret.txt", "again/secret.txt", "relative/secret.txt"])
      expect(await refusal(path)).toBe("outside");
  });

  test("a sibling whose name begins like the directory's", async () => {
    await mkdir(`${inside}-not`);
    await writeFile(join(`${inside}-not`, "secret.txt"), SECRET);
    expect(await refusal(join(`${inside}-not`, "secret.txt"))).toBe("outside");
    expect(await refusal("../allowed-not/secret.txt")).toBe("outside");
  });

  test
    .runIf(process.platform === "linux")
    .each([
      "/proc/self/environ",
      `/proc/${process.pid}/environ`,
      "/proc/cpuinfo",
      "/sys/kernel/mm/transparent_hugepage/enabled",
    ])("%s, even where everything is allowed", async (path) => {
    const everything = allowedArea(["/"]);
    expect(await refusal(path, everything)).toBe("outside");
    await symlink(path, join(inside, "link"));
    expect(await refusal("link")).toBe("outside");
  });

  test.runIf(process.platform !== "win32")("a FIFO, without waiting for its writer", async () => {
    makeFifo(join(inside, "pipe"));
    expect(await refusal("pipe")).toBe("not-a-file");
  });

  test.runIf(process.platform !== "win32").each(["/dev/null", "/dev/zero", "/dev/tty"])(
    "the device %s",
    async (device) => {
      const everything = allowedArea(["/"]);
      expect(["not-a-file", "unreadable"]).toContain(await refusal(device, everything));
    },
  );

  test.runIf(process.platform !== "win32")("a socket and a directory", async () => {
    const server = createServer().listen(join(inside, "socket"));
    onTestFinished(() => void server.close());
    await once(server, "listening");
    expect(await refusal("socket")).toBe("not-a-file");
    expect(await refusal(".")).toBe("not-a-file");
  });

  test("NUL, nothing at all, and what is not there", async () => {
    expect(await refusal("note.txt\0.png")).toBe("invalid-path");
    expect(await refusal("")).toBe("invalid-path");
    expect(await refusal("missing.txt")).toBe("missing");
    expect(await refusal("note.txt/inner")).toBe("missing");
    expect(await refusal("x".repeat(5000))).toBe("unreadable");
  });

  test("links that lead in a circle", async () => {
    await symlink("b", join(inside, "a"));
    await symlink("a", join(inside, "b"));
    expect(await refusal("a")).toBe("unreadable");
  });

  test("everything when no directory is allowed, or none that exists", async () => {
    expect(await refusal(join(inside, "note.txt"), allowedArea([]))).toBe("outside");
    const gone = allowedArea([join(inside, "gone")]);
    expect(await refusal(join(inside, "note.txt"), gone)).toBe("outside");
  });

  test.runIf(process.platform !== "win32")("what this user may not read", async () => {
    await chmod(join(inside, "note.txt"), 0);
    expect(await asOrdinaryUser(() => refusal("note.txt"))).toBe("unreadable");
  });
});

describe("the limit", () => {
  test("is met at the exact byte", async () => {
    await writeFile(join(inside, "exact"), Buffer.alloc(LIMIT, "x"));
    await writeFile(join(inside, "over"), Buffer.alloc(LIMIT + 1, "x"));
    expect(await read("exact")).toHaveLength(LIMIT);
    expect(await refusal("over")).toBe("too-large");
    await writeFile(join(inside, "empty"), "");
    expect(await read("empty")).toBe("");
  });

  test.each([
    { grownTo: LIMIT, outcome: LIMIT },
    { grownTo: LIMIT + 1, outcome: "too-large" },
    { grownTo: 1_000_000, outcome: "too-large" },
  ])("holds for a file that has grown to $grownTo bytes since it was opened", async (growth) => {
    const path = join(inside, "growing");
    await writeFile(path, "start");
    const { descriptor, status } = openContained(path, area);
    onTestFinished(() => closeSync(descriptor));
    await appendFile(path, Buffer.alloc(growth.grownTo - 5, "x"));
    const outcome = await readAtMost(descriptor, status.size, LIMIT).then(
      (bytes) => bytes.length,
      (error: { reason: string }) => error.reason,
    );
    expect(outcome).toBe(growth.outcome);
  });
});

describe("between the check of the path and the opening of the file", () => {
  async function openAfter(swap: (path: string) => Promise<void>, name = "a/note.txt") {
    await mkdir(join(inside, "a"), { recursive: true });
    await writeFile(join(inside, "a", "note.txt"), "a note");
    const located = locateFile(name, area);
    await swap(located);
    try {
      const { descriptor } = openContained(located, area);
      onTestFinished(() => closeSync(descriptor));
      return `was read: ${readFileSync(descriptor, "utf8")}`;
    } catch (error) {
      return (error as { reason: string }).reason;
    }
  }

  test("a file swapped for a link is refused", async () => {
    const swap = async (path: string) => {
      await rm(path);
      await symlink(join(outside, "secret.txt"), path);
    };
    expect(await openAfter(swap)).toBe("not-a-file");
  });

  test("a folder swapped for a link is refused", async () => {
    await writeFile(join(outside, "note.txt"), SECRET);
    const swap = async () => {
      await rename(join(inside, "a"), join(inside, "b"));
      await symlink(outside, join(inside, "a"));
    };
    expect(await openAfter(swap)).toBe("outside");
  });

  test.runIf(process.platform !== "win32")("a file swapped for a FIFO is refused", async () => {
    const swap = async (path: string) => {
      await rm(path);
      makeFifo(path);
    };
    expect(await openAfter(swap)).toBe("not-a-file");
  });

  test("a file that is replaced by another in the area is read", async () => {
    const swap = async (path: string) => {
      await writeFile(`${path}.new`, "newer");
      await rename(`${path}.new`, path);
    };
    expect(await openAfter(swap)).toBe("was read: newer");
  });

  test("a file that vanishes is missing", async () => {
    expect(await openAfter((path) => rm(path))).toBe("missing");
  });
});

test("is inside exactly what lies below, for all paths", () => {
  const name = fc.string({ minLength: 1, unit: fc.constantFrom("a", "b", ".", "-") });
  const segment = name.filter((text) => text !== "." && text !== "..");
  const path = fc.array(segment, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(path, path, (left, right) => {
      const expected = right.every((part, index) => left[index] === part);
      expect(isInside(`/${left.join("/")}`, `/${right.join("/")}`)).toBe(expected);
      expect(isInside(`/${left.join("/")}`, "/")).toBe(true);
    }),
  );
});

test("never reads what lies outside, whatever the path says", async () => {
  await mkdir(join(inside, "deep"));
  symlinkSync(outside, join(inside, "out"));
  symlinkSync("..", join(inside, "deep", "up"));
  renameSync(join(outside, "secret.txt"), join(outside, "note.txt"));
  rmSync(join(inside, "note.txt"));
  const part = fc.constantFrom(
    "..",
    ".",
    "deep",
    "up",
    "out",
    "allowed",
    "elsewhere",
    "",
    "note.txt",
  );
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 8 }), fc.boolean(), async (parts, absolute) => {
      const tail = [...parts, "note.txt"].join("/");
      const path = absolute ? `${inside}/${tail}` : tail;
      expect(await refusal(path)).not.toContain("was read");
    }),
    { numRuns: 300 },
  );
});
