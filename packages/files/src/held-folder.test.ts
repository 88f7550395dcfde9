import { mkdir, readdir, rename, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { recordSyncs, temporaryDirectory } from "@faculties/testkit";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { type AllowedArea, allowedArea } from "./allowed-area.ts";
import { HeldFolder } from "./held-folder.ts";

let inside: string;
let outside: string;
let area: AllowedArea;
beforeEach(async () => {
  const base = await temporaryDirectory();
  [inside, outside] = [join(base, "allowed"), join(base, "elsewhere")];
  for (const folder of [inside, join(inside, "sub"), outside]) await mkdir(folder);
  area = allowedArea([inside]);
});

async function hold(path: string): Promise<HeldFolder> {
  const folder = await HeldFolder.open(path, area);
  onTestFinished(() => folder.close());
  return folder;
}

describe("a folder that is held", () => {
  test("finds names by a path of its own", async () => {
    const folder = await hold(join(inside, "sub"));
    await writeFile(folder.pathOf("a.txt"), "a");
    await rename(folder.pathOf("a.txt"), folder.pathOf("b.txt"));
    await folder.verify();
    expect(await readdir(join(inside, "sub"))).toEqual(["b.txt"]);
    expect(await readdir(folder.pathOf())).toEqual(["b.txt"]);
  });

  test("notices that it was swapped for a link, and on Linux writes nothing through it", async () => {
    const folder = await hold(join(inside, "sub"));
    await rename(join(inside, "sub"), join(inside, "moved"));
    await symlink(outside, join(inside, "sub"));
    await expect(folder.verify()).rejects.toMatchObject({ reason: "outside" });
    if (process.platform !== "linux") return;
    await writeFile(folder.pathOf("a.txt"), "a");
    expect(await readdir(outside)).toEqual([]);
    expect(await readdir(join(inside, "moved"))).toEqual(["a.txt"]);
  });

  test("notices that it was moved out of the area", async () => {
    const folder = await hold(join(inside, "sub"));
    await rename(join(inside, "sub"), join(outside, "sub"));
    await expect(folder.verify()).rejects.toThrow();
  });

  test("is no link, no file and nothing outside", async () => {
    await symlink("sub", join(inside, "link"));
    await symlink(outside, join(inside, "out"));
    await writeFile(join(inside, "file"), "");
    for (const path of [
      join(inside, "link"),
      join(inside, "out"),
      join(inside, "file"),
      outside,
      "/proc/self",
    ])
      await expect(HeldFolder.open(path, area)).rejects.toThrow();
  });

  test.runIf(process.platform === "linux")("can be brought to the disk", async () => {
    const { paths } = await recordSyncs();
    await (await hold(join(inside, "sub"))).sync();
    expect(paths).toEqual([join(inside, "sub")]);
  });
});
