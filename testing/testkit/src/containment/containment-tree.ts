import { execFileSync } from "node:child_process";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryDirectory } from "../temporary-directory.ts";

/** The target that a path leads to, or pretends to lead to. */
export interface ContainedPath {
  /** For the title of a test. */
  readonly name: string;
  readonly path: string;
  readonly kind: "file" | "folder";
}

export interface ContainmentTree {
  /** The folder that the subject of the test may use. */
  readonly root: string;
  /** A folder next to it that the subject must never reach, with a file of each name that is in the root. */
  readonly outside: string;
  /** In every file that must not be read. */
  readonly secret: string;
  /** In every file that may be read. */
  readonly content: string;
  readonly refused: readonly ContainedPath[];
  readonly accepted: readonly ContainedPath[];
}

const secret = "what nobody may read";
const content = "what everybody may read";

/** A folder full of traps, and a list of the paths that lead into them; relative ones start at the root. */
export async function containmentTree(): Promise<ContainmentTree> {
  const base = await temporaryDirectory();
  const within = (...names: string[]) => join(base, ...names);
  const root = within("allowed");
  const outside = within("elsewhere");
  for (const folder of ["allowed/sub", "elsewhere/sub", "allowed-too"])
    await mkdir(within(...folder.split("/")), { recursive: true });
  for (const folder of ["elsewhere", "allowed-too"])
    await writeFile(within(folder, "note.txt"), secret);
  for (const name of ["note.txt", "..note.txt", "sub/note.txt"])
    await writeFile(join(root, ...name.split("/")), content);
  const links = {
    "file-out.txt": join(outside, "note.txt"),
    "relative-out.txt": "../elsewhere/note.txt",
    "folder-out": outside,
    "link-to-link.txt": "file-out.txt",
    "dangling.txt": join(outside, "nothing.txt"),
    "circle-a": "circle-b",
    "circle-b": "circle-a",
    "process.txt": "/proc/self/environ",
    processes: "/proc/self",
    "device.txt": "/dev/zero",
    "file-in.txt": "note.txt",
    "folder-in": "sub",
  };
  for (const [name, target] of Object.entries(links)) await symlink(target, join(root, name));
  execFileSync("mkfifo", [join(root, "pipe.txt")]);

  const file = (name: string, path: string) => ({ name, path, kind: "file" }) as const;
  const folder = (name: string, path: string) => ({ name, path, kind: "folder" }) as const;
  return {
    root,
    outside,
    secret,
    content,
    refused: [
      file("a file elsewhere, by its absolute path", join(outside, "note.txt")),
      file("a file elsewhere, by ..", "../elsewhere/note.txt"),
      file("a file elsewhere, by .. from deep inside", "sub/../../elsewhere/note.txt"),
      file("a file elsewhere, by .. in an absolute path", `${root}/../elsewhere/note.txt`),
      file(
        "a file of a folder whose name begins like the root's",
        within("allowed-too", "note.txt"),
      ),
      file("a linked file", "file-out.txt"),
      file("a linked file, by a relative link", "relative-out.txt"),
      file("a file in a linked folder", "folder-out/note.txt"),
      file("a link to a link", "link-to-link.txt"),
      file("a link to nothing", "dangling.txt"),
      file("a link that leads in a circle", "circle-a"),
      file("a file below a circle of links", "circle-a/note.txt"),
      file("a file of /proc", "/proc/self/environ"),
      file("a file through /proc", `/proc/self/root${join(outside, "note.txt")}`),
      file("a link to a file of /proc", "process.txt"),
      file("a file in a linked folder of /proc", "processes/environ"),
      file("a device", "/dev/zero"),
      file("a link to a device", "device.txt"),
      file("a pipe", "pipe.txt"),
      file("a name with NUL in it", "note.txt\0.md"),
      file("a file below a file", "note.txt/note.txt"),
      folder("the folder above", ".."),
      folder("the top", "/"),
      folder("a folder elsewhere", outside),
      folder("a folder whose name begins like the root's", within("allowed-too")),
      folder("a linked folder", "folder-out"),
      folder("a folder in a linked folder", "folder-out/sub"),
      folder("a circle of links as a folder", "circle-a"),
      folder("a folder of /proc", "/proc/self"),
      folder("a folder through /proc", `/proc/self/root${outside}`),
      folder("a linked folder of /proc", "processes"),
      folder("a name with NUL in it as a folder", "sub\0"),
    ],
    accepted: [
      file("a file", "note.txt"),
      file("a file by its absolute path", join(root, "note.txt")),
      file("a file by a way with .. in it", "sub/../note.txt"),
      file("a file whose name begins with dots", "..note.txt"),
      file("a linked file that stays inside", "file-in.txt"),
      file("a file in a linked folder that stays inside", "folder-in/note.txt"),
      folder("the root itself", "."),
      folder("a folder", "sub"),
      folder("a folder by its absolute path", join(root, "sub")),
      folder("a linked folder that stays inside", "folder-in"),
    ],
  };
}
