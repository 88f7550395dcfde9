import { realpath } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import {
  type AllowedArea,
  allowedArea,
  FileRefusal,
  locateEntry,
  readContained,
  type RefusalReason,
  secretContentRule,
  secretPathRule,
} from "@faculties/files";

export type ReadOutcome =
  | { text: string; isExact: boolean; isSecret?: boolean }
  | { skipped: string };

export type FileRules = {
  maxFileBytes: number;
  /** The servers' own files, which no audit reads. */
  ownState: readonly string[];
  /** The operator's override: models may see files that look like secrets. */
  allowsSecrets: boolean;
};

export const TOO_LARGE = "too large";
export const NOT_READABLE = "not readable";
const SNIFFED_BYTES = 8_000;
/** As the summary lists them. */
const REASONS: Readonly<Record<RefusalReason, string>> = {
  "invalid-path": "no such file",
  outside: "outside of the root",
  "another-file-system": "on another file system",
  missing: "no such file",
  "not-a-file": "not a regular file",
  "own-state": "the server's own state",
  secret: "that look like secrets",
  "too-large": TOO_LARGE,
  unreadable: NOT_READABLE,
};

/** Reads files under one folder, and nothing else: no way out by links, `..`, other file systems or special files. */
export class ContainedFiles {
  readonly root: string;
  readonly area: AllowedArea;
  readonly #rules: FileRules;

  private constructor(root: string, rules: FileRules) {
    this.root = root;
    this.#rules = rules;
    // The engines on this machine read secrets to report them; `isSecret` keeps them from everybody else.
    const { ownState } = rules;
    this.area = allowedArea([root], { ownState, allowsSecrets: true, staysOnFileSystem: true });
  }

  static async open(folder: string, rules: FileRules): Promise<ContainedFiles> {
    return new ContainedFiles(await realpath(folder), rules);
  }

  /** The real path of something under the root, with slashes, relative to it; or why it is none. */
  async locate(path: string): Promise<{ path: string; isFolder: boolean } | { skipped: string }> {
    try {
      const { path: real, isFolder } = locateEntry(path === "" ? "." : path, this.area);
      return { path: relative(this.root, real).split(sep).join("/"), isFolder };
    } catch (error) {
      return skippedBy(error);
    }
  }

  /** Reads a file by its real path, as `locate` gave it. */
  async read(path: string): Promise<ReadOutcome> {
    const located = await this.locate(path);
    if ("skipped" in located) return located;
    if (located.isFolder || located.path !== path)
      return { skipped: located.isFolder ? "a folder" : "a link" };
    try {
      const real = join(this.root, path);
      const { path: opened, bytes } = await readContained(
        real,
        this.area,
        this.#rules.maxFileBytes,
      );
      if (opened !== real) return { skipped: "a link" };
      if (bytes.subarray(0, SNIFFED_BYTES).includes(0)) return { skipped: "binary" };
      return { ...textOf(bytes), isSecret: this.#isSecret(real, bytes) };
    } catch (error) {
      return skippedBy(error);
    }
  }

  #isSecret(path: string, bytes: Buffer): boolean {
    if (this.#rules.allowsSecrets) return false;
    return (secretPathRule(path) ?? secretContentRule(bytes)) !== undefined;
  }
}

function skippedBy(error: unknown): { skipped: string } {
  if (!(error instanceof FileRefusal)) throw error;
  return { skipped: REASONS[error.reason] };
}

function textOf(bytes: Buffer): { text: string; isExact: boolean } {
  const text = bytes.toString("utf8");
  // Writing the text back would lose bytes that are not UTF-8.
  return { text, isExact: !text.includes("\uFFFD") || Buffer.from(text).equals(bytes) };
}
