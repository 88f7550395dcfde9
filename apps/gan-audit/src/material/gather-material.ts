import type { SessionConfig } from "@faculties/schemas/gan-audit/session-config";
import { cutThought } from "../domain/cut-thought.ts";
import type { Material, Shortfall } from "../domain/material.ts";
import type { ThoughtMaterial } from "../domain/read-thought.ts";
import { addThought, withGuessedLanguage } from "./add-thought.ts";
import { collectChanges } from "./collect-changes.ts";
import { collectPaths, collectWorkspace } from "./collect-files.ts";
import type { Collection, Obstacle } from "./collection.ts";
import { ContainedFiles, type FileRules } from "./contained-files.ts";
import { keepSecretsLocal } from "./keep-secrets-local.ts";
import { openWorkTree } from "./open-work-tree.ts";
import { type ReadFiles, readFiles, type ReadLimits } from "./read-files.ts";
import type { Environment } from "@faculties/files/git";

export type GatherSettings = ReadLimits &
  FileRules & {
    environment: Environment;
    /** Longest time that git may take for one audit. */
    gitTimeoutMs: number;
  };

export type Request = {
  config: Pick<SessionConfig, "scope" | "paths">;
  thought: ThoughtMaterial | undefined;
  root: { root: string } | Obstacle;
};

const NO_THOUGHT: ThoughtMaterial = {
  config: undefined,
  excerpts: [],
  diffs: [],
  notes: [],
  isCut: false,
};

/** Everything that an audit is to look at: files by the scope, and what stands in the thought. */
export async function gatherMaterial(
  request: Request,
  settings: GatherSettings,
  signal: AbortSignal,
): Promise<Material> {
  const { thought = NO_THOUGHT, root } = request;
  if ("reason" in root) {
    const read = { texts: [], counted: new Map(), notes: [root.reason], isCut: false };
    await addThought(read, thought, undefined);
    const all = cutThought(finished(read, root.shortfall), new Set(), settings.maxFileBytes);
    return keepSecretsLocal(all, "", settings);
  }
  const files = await ContainedFiles.open(root.root, settings);
  const collection = await collect(request, files, settings, signal);
  const read = await readFiles(collection.files, files, settings, signal);
  read.notes.unshift(...collection.notes);
  read.isCut ||= collection.isCut === true;
  const own = new Set(read.texts);
  await addThought(read, thought, files);
  const all = cutThought(finished(read, collection.shortfall), own, settings.maxFileBytes);
  return keepSecretsLocal(all, files.root, settings);
}

async function collect(
  { config }: Request,
  files: ContainedFiles,
  settings: GatherSettings,
  signal: AbortSignal,
): Promise<Collection> {
  const { maxFiles, environment, gitTimeoutMs: timeoutMs } = settings;
  const opened = await openWorkTree(files.root, { signal, environment, timeoutMs });
  const tree = "git" in opened ? opened : undefined;
  const source = { files, tree, maxFiles, signal };
  try {
    if (config.scope === "paths") return await collectPaths(source, config.paths ?? []);
    if (config.scope === "workspace") return await collectWorkspace(source);
    return "git" in opened
      ? await collectChanges(opened, settings)
      : { files: [], notes: [opened.reason], shortfall: opened.shortfall };
  } finally {
    await tree?.close();
  }
}

function finished({ texts, counted, notes, isCut }: ReadFiles, shortfall?: Shortfall): Material {
  const named = texts.map((text) => {
    const guessed = withGuessedLanguage(text);
    const lines = counted.get(text.path);
    if (guessed.path !== text.path && lines) counted.set(guessed.path, lines);
    return guessed;
  });
  return { texts: named, counted, notes, shortfall, isCut };
}
