import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  realpathSync,
} from "node:fs";
import { join } from "node:path";
import { type AllowedArea, allowsRealPath } from "./allowed-area.ts";
import { outside } from "./file-refusal.ts";
import { explained } from "./locate-file.ts";
import { descriptorPath } from "./open-contained.ts";

const { O_RDONLY, O_DIRECTORY = 0, O_NOFOLLOW = 0 } = constants;

/**
 * A folder of the area that stays the same one while files in it are made and renamed, even if its path is swapped
 * for a link meanwhile. Where the system has no paths through descriptors, `verify` finds the swap afterwards.
 */
export class HeldFolder {
  readonly #path: string;
  readonly #descriptor: number;
  readonly #isPinned: boolean;
  readonly #area: AllowedArea;

  private constructor(path: string, descriptor: number, area: AllowedArea) {
    this.#path = path;
    this.#descriptor = descriptor;
    this.#area = area;
    this.#isPinned = descriptorPath(descriptor) !== undefined;
  }

  /** Opens a folder by its real path. The caller closes it. */
  static open(realPath: string, area: AllowedArea): HeldFolder {
    const descriptor = explained(() => openSync(realPath, O_RDONLY | O_DIRECTORY | O_NOFOLLOW));
    const folder = new HeldFolder(realPath, descriptor, area);
    try {
      folder.verify();
      return folder;
    } catch (error) {
      folder.close();
      throw error;
    }
  }

  /** The path by which the system finds a name in this folder, or the folder itself. */
  pathOf(name = "."): string {
    return this.#isPinned ? `/proc/self/fd/${this.#descriptor}/${name}` : join(this.#path, name);
  }

  /** Throws unless the folder is still where it was opened, inside the area. */
  verify(): void {
    const now = descriptorPath(this.#descriptor) ?? this.#pathIfSame();
    if (now !== this.#path || !allowsRealPath(this.#area, now)) throw outside();
  }

  /** Makes names that were added or changed survive a loss of power. */
  sync(): void {
    // Windows has no such call for folders.
    if (process.platform !== "win32") fsyncSync(this.#descriptor);
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #pathIfSame(): string | undefined {
    const [own, there] = [fstatSync(this.#descriptor), explained(() => lstatSync(this.#path))];
    const isSame = own.dev === there.dev && own.ino === there.ino;
    return isSame ? explained(() => realpathSync.native(this.#path)) : undefined;
  }
}
