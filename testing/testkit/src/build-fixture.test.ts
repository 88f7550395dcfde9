import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildFixture } from "./build-fixture.ts";
import { runProgram } from "./run-program.ts";
import { temporaryDirectory } from "./temporary-directory.ts";

test("bundles TypeScript with what it imports into one file, once", async () => {
  const directory = await temporaryDirectory();
  const entry = join(directory, "main.ts");
  await writeFile(join(directory, "greeting.ts"), `export const greeting: string = "hello";\n`);
  await writeFile(entry, `import { greeting } from "./greeting.ts";\nconsole.log(greeting);\n`);
  const file = await buildFixture(entry);
  expect(await runProgram({ entry: file })).toMatchObject({ code: 0, stdout: "hello\n" });
  expect(await buildFixture(entry)).toBe(file);
  expect(await readFile(file, "utf8")).not.toContain('greeting.ts";');
});

test("what does not compile is an error", async () => {
  const entry = join(await temporaryDirectory(), "broken.ts");
  await writeFile(entry, "import nothing from './missing.ts';\nnothing();\n");
  await expect(buildFixture(entry)).rejects.toThrow("missing.ts");
});
