import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { ignoreMissing } from "./ignore-missing.ts";

const KEPT = 10;

/** Earlier contents of configuration files: a folder per file, apart from projects, readable by the user only. */
export class Backups {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  /** Keeps a content and returns where; the oldest beyond ten are removed. */
  async keep(target: string, content: string, at: Date): Promise<string> {
    const folder = this.#folderOf(target);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const name = at.toISOString().replaceAll(/[:.]/g, "-");
    const file = join(folder, `${name}${extname(target)}`);
    await writeFile(file, content, { mode: 0o600 });
    const old = (await this.#names(folder)).slice(0, -KEPT);
    for (const one of old) await rm(join(folder, one), { force: true });
    return file;
  }

  /** The contents that are kept of a file, oldest first. */
  async contents(target: string): Promise<string[]> {
    const folder = this.#folderOf(target);
    const names = await this.#names(folder);
    return Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  }

  async #names(folder: string): Promise<string[]> {
    return ((await readdir(folder).catch(ignoreMissing)) ?? []).toSorted();
  }

  #folderOf(target: string): string {
    const digest = createHash("sha256").update(target).digest("hex").slice(0, 12);
    return join(this.#root, `${basename(target).replace(/^\./, "")}-${digest}`);
  }
}
