import { constants } from "node:fs";
import { copyFile, mkdir, mkdtemp, open, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GitError } from "./git-error.ts";

/** Where the parts of a repository lie that hold data. */
export type RepositoryParts = {
  gitFolder: string;
  index: string;
  objects: string;
  exclude: string;
  shallow: string;
  objectFormat: string;
  head: string | undefined;
};

export type CleanGitFolder = {
  /** Variables that put it in the place of the repository's own. */
  variables: Record<string, string>;
  remove(): Promise<void>;
};

const UNBORN = "ref: refs/heads/unborn";
const MAX_EXCLUDE_BYTES = 1024 * 1024;
/** The first part of a split index, which git looks for in its own folder. */
const SHARED_INDEX = /^sharedindex\.[0-9a-f]+$/;

/**
 * A git folder of our own for a work tree: it points to the index and the objects of the repository, and has none of its
 * settings, hooks, attributes and references. Settings of the machine and the user do not count either.
 */
export async function cleanGitFolder(
  workTree: string,
  parts?: RepositoryParts,
): Promise<CleanGitFolder> {
  const folder = await mkdtemp(join(tmpdir(), "faculties-git-")).catch((cause: Error) => {
    const reason = `git needs a folder for temporary files, and none could be made in ${tmpdir()}`;
    throw new GitError("not-started", reason, { cause });
  });
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 3 });
  try {
    const extension =
      parts?.objectFormat === "sha256" ? "[extensions]\nobjectFormat = sha256\n" : "";
    await Promise.all([
      mkdir(join(folder, "refs")),
      mkdir(join(folder, "objects")),
      writeFile(join(folder, "HEAD"), `${parts?.head ?? UNBORN}\n`),
      writeFile(
        join(folder, "config"),
        `[core]\nrepositoryformatversion = ${extension === "" ? 0 : 1}\nbare = false\n${extension}`,
      ),
      parts && copyExclude(parts.exclude, folder),
      parts && linkSharedIndex(parts.gitFolder, folder),
    ]);
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    variables: {
      GIT_DIR: folder,
      GIT_WORK_TREE: workTree,
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_ATTR_NOSYSTEM: "1",
      ...(parts && {
        GIT_INDEX_FILE: parts.index,
        GIT_OBJECT_DIRECTORY: parts.objects,
        GIT_SHALLOW_FILE: parts.shallow,
      }),
    },
    remove,
  };
}

/** The patterns of files to ignore that are kept with the repository. */
async function copyExclude(exclude: string, folder: string): Promise<void> {
  // Not blocking: a pipe in its place would wait for a writer.
  const flags = constants.O_RDONLY | constants.O_NONBLOCK;
  const file = await open(exclude, flags).catch(() => undefined);
  if (file === undefined) return;
  try {
    const { size, isFile } = await file.stat().then((info) => ({
      size: info.size,
      isFile: info.isFile(),
    }));
    if (!isFile || size > MAX_EXCLUDE_BYTES) return;
    await mkdir(join(folder, "info"));
    await writeFile(join(folder, "info", "exclude"), await file.readFile());
  } finally {
    await file.close();
  }
}

async function linkSharedIndex(gitFolder: string, folder: string): Promise<void> {
  const names = (await readdir(gitFolder)).filter((name) => SHARED_INDEX.test(name));
  for (const name of names) {
    const [from, to] = [join(gitFolder, name), join(folder, name)];
    // Windows lets only some users make links.
    await (process.platform === "win32" ? copyFile(from, to) : symlink(from, to));
  }
}
