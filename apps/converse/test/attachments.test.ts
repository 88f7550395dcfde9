import { mkdir, symlink, truncate, utimes, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { temporaryDirectory } from "@faculties/testkit";
import { beforeAll, describe, expect, test } from "vitest";
import { type Converse, startConverse } from "./support/converse.ts";
import { makeFifo } from "./support/make-fifo.ts";
import { PNG_BASE64, PNG_BYTES } from "./support/png.ts";
import { bodyOf, environmentOf, useVendors } from "./support/vendors.ts";

const MIB = 1024 * 1024;

const { vendors, env } = useVendors();
let converse: Converse;
let project: string;
let elsewhere: string;
beforeAll(async () => {
  project = join(await temporaryDirectory(), "project");
  await mkdir(project);
  elsewhere = await temporaryDirectory();
  await writeFile(join(elsewhere, "secret.txt"), "what nobody may read");
  await writeFile(join(project, "good.txt"), "good content");
  converse = await startConverse({ env: { ...env, CONVERSE_ALLOWED_DIRS: project } });
});

const inProject = (name: string) => join(project, name);

/** Makes one chat call to gpt-4.1 and returns the answer with the content that the vendor got. */
async function ask(args: Record<string, unknown>, server: Converse = converse) {
  const before = vendors.openai.requests.length;
  const answer = await server.chat({ prompt: "Why?", model: "gpt-4.1", ...args });
  type Body = { input: { content: string | Record<string, string>[] }[] };
  const { input } = bodyOf<Body>(vendors.openai.requests[before]);
  return { answer, content: input.at(-1)?.content };
}

describe("files", () => {
  test("come with path, size, time and numbered lines, before the question", async () => {
    const path = inProject("auth.js");
    await writeFile(path, 'const a = "ä";\r\n\n  return a;\n');
    await utimes(path, 0, Date.UTC(2026, 0, 2, 3, 4, 5) / 1000);
    const { content, answer } = await ask({ files: [path] });
    expect(content).toBe(
      `<file path="${path}" size="30 bytes" modified="2026-01-02T03:04:05.000Z" lines="3">\n` +
        '1| const a = "ä";\n2| \n3|   return a;\n</file>\n\nWhy?',
    );
    expect(answer.metadata.notices).toBeUndefined();
  });

  test("may be in UTF-8 or, as on Windows, in UTF-16 with its mark", async () => {
    const text = "\uFEFFgrün und 文\r\n";
    const little = Buffer.from(text, "utf16le");
    await writeFile(inProject("utf-8.txt"), text);
    await writeFile(inProject("little.txt"), little);
    await writeFile(inProject("big.txt"), Buffer.from(little).swap16());
    const { content } = await ask({ files: ["utf-8.txt", "little.txt", "big.txt"] });
    expect(String(content).match(/^1\| grün und 文$/gm)).toHaveLength(3);
  });

  test("may be named relative to the first directory and as file: URI", async () => {
    const { content } = await ask({
      files: ["./good.txt", pathToFileURL(inProject("good.txt")).href],
    });
    expect(content).toMatch(/good content[^]*good content/);
  });

  test("are accepted at exactly 1 MiB, and refused a byte later", async () => {
    await writeFile(inProject("exact.txt"), "x".repeat(MIB));
    await writeFile(inProject("over.txt"), "x".repeat(MIB + 1));
    const { content, answer } = await ask({ files: ["exact.txt", "over.txt"] });
    expect(content).toContain(`size="${MIB} bytes"`);
    expect(content).toContain('<file path="over.txt" error="not readable"/>');
    expect(answer.metadata.notices).toEqual([
      {
        type: "file_skipped",
        path: "over.txt",
        message: "It is larger than the limit of 1048576 bytes.",
      },
    ]);
  });

  test("a bad one never fails the good ones, and no way leads out of the allowed directories", async () => {
    await symlink(join(elsewhere, "secret.txt"), inProject("link.txt"));
    await symlink(elsewhere, inProject("folder"));
    await mkdir(`${project}-sibling`);
    await writeFile(`${project}-sibling/secret.txt`, "what nobody may read");
    makeFifo(inProject("fifo"));
    await writeFile(inProject("binary.bin"), Buffer.from([1, 0, 2]));
    await writeFile(inProject("picture.txt"), PNG_BYTES);
    const outside = /outside the allowed directories.*CONVERSE_ALLOWED_DIRS/;
    const bad: [string, RegExp][] = [
      ["missing.txt", /no such file/],
      ["link.txt", outside],
      ["folder/secret.txt", outside],
      [join(elsewhere, "secret.txt"), outside],
      [relative(project, join(elsewhere, "secret.txt")), outside],
      [`${project}-sibling/secret.txt`, outside],
      ["/proc/self/environ", outside],
      ["/etc/passwd", outside],
      ["/dev/zero", outside],
      ["fifo", /not a regular file/],
      ["nul\0.txt", /NUL/],
      ["binary.bin", /binary/],
      ["picture.txt", /image/],
      ["file://remote.example/x", /local file/],
    ];
    const { content, answer } = await ask({
      files: ["good.txt", ...bad.map(([path]) => path), "good.txt"],
    });
    expect(content).not.toContain("nobody");
    expect(String(content).match(/good content/g)).toHaveLength(1);
    expect(answer.metadata.notices).toEqual(
      bad.map(([path, message]) => ({
        type: "file_skipped",
        path,
        message: expect.stringMatching(message),
      })),
    );
  });

  test("nothing readable at all is an error that says why", async () => {
    const before = vendors.openai.requests.length;
    expect(
      await converse.refusal("chat", {
        prompt: "Why?",
        model: "gpt-4o",
        files: ["gone.txt"],
        images: ["gone.png"],
      }),
    ).toEqual({
      code: "INVALID_INPUT",
      error:
        "None of the files and images can be read. gone.txt: There is no such file. gone.png: There is no such file.",
    });
    expect(vendors.openai.requests).toHaveLength(before);
  });

  test("that cannot be read are listed up to a number, and counted beyond", async () => {
    const files = Array.from({ length: 30 }, (_, index) => `gone-${index}.txt`);
    const images = [`data:image/png;base64,${PNG_BASE64}`];
    const { metadata } = await converse.chat({ prompt: "Why?", model: "gpt-4o", files, images });
    expect(metadata.notices).toHaveLength(21);
    expect(metadata.notices?.slice(19)).toEqual([
      { type: "file_skipped", message: "There is no such file.", path: "gone-19.txt" },
      { type: "file_skipped", message: "10 more cannot be read, for reasons like these." },
    ]);
  });

  test("in a consensus go to every model", async () => {
    const before = [vendors.openai.requests.length, vendors.google.requests.length];
    const result = await converse.consensus({
      prompt: "Why?",
      models: [{ model: "o3" }, { model: "flash" }],
      relevant_files: ["good.txt", "gone.txt"],
      enable_cross_feedback: false,
    });
    expect(vendors.openai.requests[before[0] ?? 0]?.bodyText).toContain("1| good content");
    expect(vendors.google.requests[before[1] ?? 0]?.bodyText).toContain("1| good content");
    expect(result.metadata?.notices).toMatchObject([{ type: "file_skipped", path: "gone.txt" }]);
  });
});

describe("allowed directories", () => {
  test.each(["2025", "2026"] as const)("are the roots of a %s client", async (client) => {
    const server = await startConverse({
      env: environmentOf(vendors),
      client,
      capabilities: { roots: {} },
      configure: (asked) =>
        asked.setRequestHandler("roots/list", () => ({
          roots: [{ uri: pathToFileURL(project).href }],
        })),
    });
    const { content, answer } = await ask(
      { files: ["good.txt", join(elsewhere, "secret.txt")] },
      server,
    );
    expect(content).toContain("good content");
    expect(answer.metadata.notices).toMatchObject([{ path: join(elsewhere, "secret.txt") }]);
  });

  test("are not widened by the client's roots when they are set", async () => {
    const server = await startConverse({
      env: { ...environmentOf(vendors), CONVERSE_ALLOWED_DIRS: project },
      capabilities: { roots: {} },
      configure: (client) =>
        client.setRequestHandler("roots/list", () => ({
          roots: [{ uri: pathToFileURL(elsewhere).href }],
        })),
    });
    const args = { prompt: "Why?", files: [join(elsewhere, "secret.txt")] };
    expect(await server.refusal("chat", args)).toMatchObject({ code: "INVALID_INPUT" });
  });

  test("are none when the client does not tell the roots that it has", async () => {
    const server = await startConverse({
      env: environmentOf(vendors),
      cwd: project,
      capabilities: { roots: {} },
      configure: (client) =>
        client.setRequestHandler("roots/list", () => {
          throw new Error("not now");
        }),
    });
    expect(await server.refusal("chat", { prompt: "Why?", files: ["good.txt"] })).toMatchObject({
      code: "INVALID_INPUT",
      error: expect.stringContaining("None is allowed now"),
    });
  });

  test.each(["2025", "2026", "1.x"] as const)(
    "are the working directory for a %s client without roots",
    async (client) => {
      const server = await startConverse({ env: environmentOf(vendors), cwd: project, client });
      const { content } = await ask({ files: ["good.txt"] }, server as Converse);
      expect(content).toContain("good content");
    },
  );

  test("are none when the server was started at the top of the file system", async () => {
    const server = await startConverse({ env: environmentOf(vendors), cwd: "/" });
    const args = { prompt: "Why?", files: [inProject("good.txt")] };
    expect(await server.refusal("chat", args)).toMatchObject({
      code: "INVALID_INPUT",
      error: expect.stringContaining("CONVERSE_ALLOWED_DIRS"),
    });
  });

  test("may be several, by comma or as in PATH", async () => {
    for (const separator of [",", ":"]) {
      const server = await startConverse({
        env: {
          ...environmentOf(vendors),
          CONVERSE_ALLOWED_DIRS: [project, elsewhere].join(separator),
        },
      });
      const { content } = await ask({ files: [join(elsewhere, "secret.txt")] }, server);
      expect(content).toContain("nobody");
    }
  });
});

describe("images", () => {
  const shown = { type: "input_image", image_url: `data:image/png;base64,${PNG_BASE64}` };

  test("are taken from files, data: URIs and bare base64, and known by their bytes", async () => {
    await writeFile(inProject("lies.jpg"), PNG_BYTES);
    const { content } = await ask({
      images: [
        "lies.jpg",
        `data:image/jpeg;base64,${PNG_BASE64}`,
        `data:;BASE64,${PNG_BASE64}`,
        PNG_BASE64,
      ],
    });
    expect(content).toMatchObject([
      { type: "input_text", text: "Why?" },
      shown,
      shown,
      shown,
      shown,
    ]);
  });

  test("are accepted at exactly 10 MiB decoded, and refused a byte later", async () => {
    for (const [name, bytes] of [
      ["exact.png", 10 * MIB],
      ["over.png", 10 * MIB + 1],
    ] as const) {
      await writeFile(inProject(name), PNG_BYTES);
      await truncate(inProject(name), bytes);
    }
    const inline = (bytes: number) =>
      `data:image/png;base64,${Buffer.concat([PNG_BYTES, Buffer.alloc(bytes - PNG_BYTES.length)]).toString("base64")}`;
    const { content, answer } = await ask({ images: ["exact.png", "over.png"] });
    expect(content).toHaveLength(2);
    expect(answer.metadata.notices).toMatchObject([{ type: "image_skipped", path: "over.png" }]);

    expect((await ask({ images: [inline(10 * MIB)] })).content).toHaveLength(2);
    expect(
      await converse.refusal("chat", {
        prompt: "x",
        model: "gpt-4o",
        images: [inline(10 * MIB + 1)],
      }),
    ).toMatchObject({ code: "INVALID_INPUT", error: expect.stringContaining("10485760 bytes") });
  });

  test("of the wrong kind are reported without their content", async () => {
    await writeFile(inProject("text.png"), "just text");
    const { answer } = await ask({
      images: [
        PNG_BASE64,
        "text.png",
        "data:image/png;base64,####",
        `data:image/png,${"x".repeat(500)}`,
      ],
    });
    expect(answer.metadata.notices).toEqual([
      { type: "image_skipped", path: "text.png", message: expect.stringContaining("not a PNG") },
      {
        type: "image_skipped",
        path: "data:image/png;base64,####",
        message: expect.stringContaining("base64"),
      },
      {
        type: "image_skipped",
        path: expect.stringMatching(/^data:image\/png,x{185}$/),
        message: expect.stringContaining("base64"),
      },
    ]);
  });

  test("for a model without sight are refused, with the names of models that see", async () => {
    const refused = await converse.refusal("chat", {
      prompt: "Why?",
      model: "o3-mini",
      images: [PNG_BASE64],
    });
    expect(refused).toMatchObject({ code: "INVALID_INPUT", model: "o3-mini", provider: "openai" });
    expect(refused["error"]).toMatch(/^o3-mini cannot see images\. These can: o3, /);
  });

  test("in a consensus only fail the models without sight", async () => {
    const result = await converse.consensus({
      prompt: "Why?",
      models: [{ model: "grok-3" }, { model: "gpt-4o" }],
      images: [PNG_BASE64],
    });
    expect(result).toMatchObject({
      models_consulted: 2,
      successful_initial_responses: 1,
      failed_responses: 1,
      refined_responses: 0,
      phases: { failed: [{ model: "grok-3", status: "failed", code: "INVALID_INPUT" }] },
    });
  });

  test("stay in the conversation, and are left out with a notice for a model without sight", async () => {
    const first = await ask({ images: [PNG_BASE64] });
    const id = first.answer.continuation.id;
    const before = vendors.openai.requests.length;
    await converse.chat({ prompt: "And now?", continuation_id: id });
    expect(vendors.openai.requests[before]?.body).toMatchObject({
      input: [{ content: [{ text: "Why?" }, shown] }, {}, { content: "And now?" }],
    });
    const blind = await ask({ prompt: "And?", continuation_id: id, model: "o3-mini" });
    expect(blind.answer.metadata.notices).toMatchObject([{ type: "image_skipped" }]);
  });
});
