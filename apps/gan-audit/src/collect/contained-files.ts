import { constants } from "node:fs";
import { type FileHandle, open, readlink, realpath, stat } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { isInside } from "@faculties/files";

export type ReadOutcome = { text: string; isExact: boolean } | { skipped: string };

export type FileLimits = { maxFileBytes: number };

export const TOO_LARGE = "too large";
export const NOT_READABLE = "not readable";
const SNIFFED_BYTES = 8_000;

/** Reads files under one folder, and nothing else: no way out by links, `..`, other file systems or special files. */
export class ContainedFiles {
  readonly root: string;
  readonly #device: number;
  readonly #excluded: readonly string[];
  readonly #limits: FileLimits;

  private constructor(
    root: string,
    device: number,
    excluded: readonly string[],
    limits: FileLimits,
  ) {
    this.root = root;
    this.#device = device;
    this.#excluded = excluded;
    this.#limits = limits;
  }

  /** `excluded` are files of the server itself, whatever folder they lie in. */
  static async open(
    folder: string,
    excluded: readonly string[],
    limits: FileLimits,
  ): Promise<ContainedFiles> {
    const root = await realpath(folder);
    const { dev } = await stat(root);
    return new ContainedFiles(root, dev, excluded, limits);
  }

  /** The real path of something under the root, with slashes, relative to it; or why it is none. */
  async locate(path: string): Promise<{ path: string; isFolder: boolean } | { skipped: string }> {
    if (path.includes("\0")) return { skipped: "no such file" };
    const named = resolve(this.root, path);
    if (!isInside(named, this.root)) return { skipped: "outside of the root" };
    const target = await realpath(named).catch(() => undefined);
    if (target === undefined) return { skipped: "no such file" };
    if (!isInside(target, this.root)) return { skipped: "outside of the root" };
    const info = await stat(target).catch(() => undefined);
    if (info === undefined) return { skipped: "no such file" };
    if (info.dev !== this.#device) return { skipped: "on another file system" };
    if (!info.isFile() && !info.isDirectory()) return { skipped: "not a regular file" };
    if (this.#isOwn(target)) return { skipped: "the server's own state" };
    return { path: relative(this.root, target).split(sep).join("/"), isFolder: info.isDirectory() };
  }

  /** Reads a file by its real path, as `locate` gave it. */
  async read(path: string): Promise<ReadOutcome> {
    const located = await this.locate(path);
    if ("skipped" in located) return located;
    if (located.isFolder || located.path !== path)
      return { skipped: located.isFolder ? "a folder" : "a link" };
    // A path may have changed since it was looked at: links are not followed, and pipes do not block.
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    const file = await open(join(this.root, path), flags).catch(() => undefined);
    if (file === undefined) return { skipped: NOT_READABLE };
    try {
      const info = await file.stat();
      if (!(await isAt(file, join(this.root, path)))) return { skipped: "outside of the root" };
      if (!info.isFile() || info.dev !== this.#device) return { skipped: "not a regular file" };
      if (info.size > this.#limits.maxFileBytes) return { skipped: TOO_LARGE };
      return textOf(await file.readFile());
    } finally {
      await file.close();
    }
  }

  #isOwn(target: string): boolean {
    return this.#excluded.some(
      (own) => target === own || target.startsWith(`${own}-`) || target.startsWith(`${own}.`),
    );
  }
}

/** Whether the opened file is really there: a folder on the way may have become a link since it was looked at. */
async function isAt(file: FileHandle, path: string): Promise<boolean> {
  const opened = await readlink(`/proc/self/fd/${file.fd}`).catch(() => undefined);
  if (opened !== undefined) return opened === path;
  // Systems that do not tell a descriptor's path: the same file must still be found at a path without links.
  const [own, real] = [await file.stat(), await realpath(path).catch(() => undefined)];
  const there = await stat(path).catch(() => undefined);
  return real === path && there?.dev === own.dev && there.ino === own.ino;
}

function textOf(bytes: Buffer): ReadOutcome {
  if (bytes.subarray(0, SNIFFED_BYTES).includes(0)) return { skipped: "binary" };
  const text = bytes.toString("utf8");
  // Bytes that are no UTF-8 would be lost by writing the text back.
  return { text, isExact: !text.includes("\uFFFD") || Buffer.from(text).equals(bytes) };
}
