import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runProgram, temporaryHome } from "@faculties/testkit";
import { startOpenAiEmulator } from "@faculties/testkit/emulators";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findServers, type Subject } from "./find-servers.mjs";
import { longestStall, meterEnvironment, startStallSession } from "./stall/stall-session.ts";
import { textPlaces } from "./stall/text-places.ts";
import { textShapes } from "./stall/text-shapes.ts";

const SIZE = 400_000;
// The longest that agent-memory keeps, and one that it refuses.
const SIZES_OF_FILES = [99_999, SIZE];
const LONGEST_STALL_MS = 200;
const TRIES = 3;
const FILES_AT_ONCE = 8;
/** Servers of many tools get each shape by some tools only, unless a run is to be thorough. */
const MOST_TOOLS = 8;
const SHAPES_OF_EACH = Number(process.env["STALL_SHAPES"] ?? 10);
const MINUTES = 60_000;

const shapes = textShapes(SIZE);
const servers = findServers();
let vendor: Awaited<ReturnType<typeof startOpenAiEmulator>>;
beforeAll(async () => {
  vendor = await startOpenAiEmulator();
  vendor.answer("*", () => "It depends.");
});
afterAll(() => vendor.close());

describe.each(servers)("$name", (subject) => {
  test(
    `no tool stands still for more than ${LONGEST_STALL_MS} ms over any shape of text`,
    async () => {
      const session = await startStallSession(started(subject));
      const isLarge = session.tools.length > MOST_TOOLS;
      const slow: string[] = [];
      for (const [number, tool] of session.tools.entries()) {
        const places = textPlaces(tool).filter(({ longest }) => longest > 0);
        const own = isLarge ? someOf(number * SHAPES_OF_EACH) : shapes;
        for (const [index, [name, text]] of own.entries()) {
          const place = places[index % places.length];
          if (!place) continue;
          const input = place.fill(text.slice(0, place.longest));
          const what = `${tool.name}.${place.name}, ${name}`;
          const stall = await leastOf(() => session.stallOf(tool.name, input)).catch((cause) => {
            throw new Error(`${what}: no answer`, { cause });
          });
          if (stall > LONGEST_STALL_MS) slow.push(`${what}: ${stall} ms`);
        }
      }
      expect(slow).toEqual([]);
    },
    (SHAPES_OF_EACH > shapes.length ? 60 : 10) * MINUTES,
  );
});

describe("commands that read files", () => {
  const timeout = 5 * MINUTES;

  test("agent-memory imports each shape without standing still", { timeout }, () =>
    // An import is one transaction, which takes longer the more records there are.
    expectNoStall("agent-memory", "md", (_folder, files) =>
      inGroups(files).map((group) => ["import", ...group]),
    ),
  );

  test("gan-audit checks each shape without standing still", { timeout }, () =>
    expectNoStall("gan-audit", "js", (folder, files) => [
      [
        "check",
        // Engines run in processes of their own; here they only cost time.
        "--engine-timeout-ms=1000",
        `--root=${folder}`,
        ...files.filter((name) => name.includes(String(SIZE))),
      ],
    ]),
  );

  test("agent-memory reads each shape as a commit without standing still", { timeout }, () =>
    expectNoStall("agent-memory", "txt", (folder, files) => {
      const git = (...args: string[]) => execFileSync("git", ["-C", folder, ...args]);
      const commit = ["commit", "--quiet", "--allow-empty", "--cleanup=verbatim"];
      git("init", "--quiet");
      // Git takes no NUL and nothing but blanks.
      for (const file of files.filter((name) => !name.includes("NULs")))
        git("-c", "user.name=a", "-c", "user.email=a@b.c", ...commit, "-F", file);
      return [["sync-git", folder]];
    }),
  );
});

/** With a vendor where one is needed, and with room for the longest shape. */
function started({ args, env, ...subject }: Subject): Subject {
  return {
    ...subject,
    args: [...args, "--max-input-bytes", "16777216"],
    env:
      subject.name === "converse"
        ? { ...env, OPENAI_API_KEY: "for-interop", OPENAI_BASE_URL: vendor.url }
        : env,
  };
}

function someOf(first: number): typeof shapes {
  const count = Math.min(SHAPES_OF_EACH, shapes.length);
  return Array.from(
    { length: count },
    (_, index) => shapes[(first + index) % shapes.length],
  ).flatMap((shape) => (shape ? [shape] : []));
}

/** A machine that is busy, or a collection of garbage, makes one try long, but not each. */
async function leastOf(measure: () => Promise<number>): Promise<number> {
  let least = Infinity;
  for (let tries = 0; tries < TRIES && least > LONGEST_STALL_MS; tries += 1)
    least = Math.min(least, await measure());
  return least;
}

async function expectNoStall(
  name: string,
  extension: string,
  runsFor: (folder: string, files: readonly string[]) => string[][],
): Promise<void> {
  const subject = servers.find((server) => server.name === name);
  const home = await temporaryHome();
  const folder = join(home.directory, "shapes");
  await mkdir(folder);
  const files = await Promise.all(
    SIZES_OF_FILES.flatMap((size) =>
      textShapes(size).map(async ([shape, text]) => {
        const file = join(folder, `${shape.replaceAll(" ", "-")}-${size}.${extension}`);
        await writeFile(file, text);
        return file;
      }),
    ),
  );
  const slow: string[] = [];
  for (const args of runsFor(folder, files)) {
    const stall = await leastOf(async () => {
      const stalls = join(home.directory, "stalls");
      const env = { ...subject?.env, ...meterEnvironment(stalls) };
      const entry = String(subject?.entry);
      const run = await runProgram({ entry, args, env, home, timeoutMs: 2 * MINUTES });
      expect(run.stdout + run.stderr).toMatch(/created|Score|judged|commits/);
      return longestStall(stalls);
    });
    if (stall > LONGEST_STALL_MS) slow.push(`${args.join(" ")}: ${stall} ms`);
  }
  expect(slow).toEqual([]);
}

function inGroups(files: readonly string[]): string[][] {
  const count = Math.ceil(files.length / FILES_AT_ONCE);
  return Array.from({ length: count }, (_, index) =>
    files.slice(index * FILES_AT_ONCE, (index + 1) * FILES_AT_ONCE),
  );
}
