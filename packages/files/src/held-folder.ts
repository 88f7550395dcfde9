import { constants } from "node:fs";
import { type FileHandle, lstat, open, realpath } from "node:fs/promises";
import { join } from "node:path";
import { type AllowedArea, allowsRealPath } from "./allowed-area.ts";
import { outside } from "./file-refusal.ts";
import { descriptorPath } from "./open-contained.ts";

const { O_RDONLY, O_DIRECTORY = 0, O_NOFOLLOW = 0 } = constants;

/**
 * A folder of the area that stays the same one while files in it are made and renamed, even if its path is swapped
 * for a link meanwhile. Where the system has no paths through descriptors, `verify` finds the swap afterwards.
 */
export class HeldFolder {
  readonly #path: string;
  readonly #handle: FileHandle;
  readonly #area: AllowedArea;
  readonly #isPinned: boolean;

  private constructor(path: string, handle: FileHandle, area: AllowedArea) {
    this.#path = path;
    this.#handle = handle;
    this.#area = area;
    this.#isPinned = descriptorPath(handle.fd) !== undefined;
  }

  /** Opens a folder by its real path, or fails if it is not there any more. The caller closes it. */
  static async open(realPath: string, area: AllowedArea): Promise<HeldFolder> {
    const handle = await open(realPath, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
    const folder = new HeldFolder(realPath, handle, area);
    try {
      await folder.verify();
      return folder;
    } catch (error) {
      await folder.close();
      throw error;
    }
  }

  /** The path by which the system finds a name in this folder, or the folder itself. */
  pathOf(name = "."): string {
    return this.#isPinned ? `/proc/self/fd/${this.#handle.fd}/${name}` : join(this.#path, name);
  }

  /** Throws unless the folder is still where it was opened, inside the area. */
  async verify(): Promise<void> {
    const now = descriptorPath(this.#handle.fd) ?? (await this.#pathIfSame());
    if (now !== this.#path || !allowsRealPath(this.#area, now)) throw outside();
  }

  /** Makes names that were added or changed survive a loss of power. */
  async sync(): Promise<void> {
    // Windows has no such call for folders.
    if (process.platform !== "win32") await this.#handle.sync();
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  async #pathIfSame(): Promise<string | undefined> {
    const [own, there] = await Promise.all([this.#handle.stat(), lstat(this.#path)]);
    const isSame = own.dev === there.dev && own.ino === there.ino;
    return isSame ? realpath(this.#path) : undefined;
  }
}
