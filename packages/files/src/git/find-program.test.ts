import { chmod, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryDirectory } from "@faculties/testkit";
import { describe, expect, test } from "vitest";
import { findProgram } from "./find-program.ts";

describe("on Windows", () => {
  const find = (path: string | undefined, ...files: string[]) =>
    findProgram("git", {
      path,
      distrusted: "C:\\Users\\me\\clone",
      platform: "win32",
      locate: async (file) => (files.includes(file) ? file : undefined),
    });
  const GIT = "C:\\Program Files\\Git\\cmd\\git.exe";

  test("takes the first git.exe of an absolute entry", async () => {
    const other = "D:\\tools\\git.exe";
    expect(await find("C:\\Windows;C:\\Program Files\\Git\\cmd;D:\\tools", other, GIT)).toBe(GIT);
    expect(await find('C:\\Windows;"C:\\Program Files\\Git\\cmd"', GIT)).toBe(GIT);
    expect(await find("C:/Program Files/Git/cmd/", GIT)).toBe(GIT);
    expect(await find("\\\\server\\share\\bin", "\\\\server\\share\\bin\\git.exe")).toBe(
      "\\\\server\\share\\bin\\git.exe",
    );
  });

  test.each([
    ["the current folder", ";.;.\\;git;"],
    ["a relative entry", "bin;..\\bin;node_modules\\.bin"],
    ["an entry relative to a drive's current folder", "C:;C:bin;c:."],
    ["an entry relative to the current drive", "\\bin;/bin;\\"],
    ["the folder that is looked at", "C:\\Users\\me\\clone;c:\\users\\ME\\Clone\\bin"],
    ["a way back into it", "C:\\Users\\me\\other\\..\\clone\\bin"],
    ["programs that packages bring along", "C:\\Users\\me\\node_modules\\.bin"],
    ["nothing", undefined],
  ])("does not search %s", async (_, path) => {
    const anywhere = { locate: async (file: string) => file };
    const search = { path, distrusted: "C:\\Users\\me\\clone", platform: "win32" as const };
    expect(await findProgram("git", { ...search, ...anywhere })).toBeUndefined();
  });

  test.each(["git", "git.cmd", "git.bat", "git.com", "git.ps1", "git.exe.lnk"])(
    "does not take %s, which only a shell would run",
    async (name) => {
      expect(await find("C:\\bin", `C:\\bin\\${name}`)).toBeUndefined();
    },
  );

  test("does not take a link into the folder that is looked at", async () => {
    const locate = async () => "C:\\Users\\me\\clone\\tools\\git.exe";
    const search = { path: "C:\\bin", distrusted: "C:\\Users\\me\\clone", locate };
    expect(await findProgram("git", { ...search, platform: "win32" })).toBeUndefined();
  });
});

describe("elsewhere", () => {
  async function addProgram(folder: string, mode = 0o755): Promise<string> {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "git"), "#!/bin/sh\n");
    await chmod(join(folder, "git"), mode);
    return join(folder, "git");
  }

  test("takes the first that may be run, outside of the folder that is looked at", async () => {
    const base = await temporaryDirectory();
    const distrusted = join(base, "clone");
    for (const folder of ["clone", "clone/bin", "node_modules/.bin"])
      await addProgram(join(base, folder));
    await addProgram(join(base, "not-executable"), 0o644);
    await mkdir(join(base, "a-folder/git"), { recursive: true });
    await mkdir(join(base, "a-link"));
    await symlink(join(distrusted, "git"), join(base, "a-link/git"));
    const right = await addProgram(join(base, "right"));
    const entries = ["clone", "clone/bin", "node_modules/.bin", "not-executable", "a-folder"];
    const path = ["", ".", "clone", "bin"]
      .concat([...entries, "a-link", "missing", "right"].map((entry) => join(base, entry)))
      .join(":");
    expect(await findProgram("git", { path, distrusted, platform: "linux" })).toBe(right);
    expect(await findProgram("git", { path: ".:", distrusted, platform: "linux" })).toBeUndefined();
  });

  test("takes a folder whose name only begins alike", async () => {
    const base = await temporaryDirectory();
    const right = await addProgram(join(base, "clone-tools"));
    const search = { path: join(base, "clone-tools"), distrusted: join(base, "clone") };
    expect(await findProgram("git", { ...search, platform: "linux" })).toBe(right);
  });
});
