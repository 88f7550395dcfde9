import { join } from "node:path";
import { secretContentRule, secretPathRule } from "@faculties/files";
import type { Environment } from "@faculties/files/git";
import type { SessionConfig } from "@faculties/schemas/gan-audit/session-config";
import { hostPlatform, ownState } from "@faculties/storage";
import type { Context } from "../context.ts";
import { cutThought } from "../domain/cut-thought.ts";
import type { AuditText, Material, Shortfall } from "../domain/material.ts";
import type { ThoughtMaterial } from "../domain/read-thought.ts";
import { addThought, withGuessedLanguage } from "./add-thought.ts";
import { collectChanges } from "./collect-changes.ts";
import { collectPaths, collectWorkspace } from "./collect-files.ts";
import { type Collection, type Obstacle, someOf } from "./collection.ts";
import { ContainedFiles, type FileRules } from "./contained-files.ts";
import { type ReadFiles, readFiles, type ReadLimits } from "./read-files.ts";
import { openWorkTree } from "./resolve-root.ts";

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

const BEGINNING = 400;

/** Marks the texts that look like secrets, unless the operator allows them, and names them for the summary. */
function keepSecretsLocal(
  material: Material,
  root: string,
  { allowsSecrets }: { allowsSecrets: boolean },
): Material {
  if (allowsSecrets) return material;
  const secret = new Set(material.texts.filter((text) => looksSecret(text, root)));
  if (secret.size === 0) return material;
  const names = someOf([...secret].map(({ path }) => path));
  return {
    ...material,
    texts: material.texts.map((text) =>
      secret.has(text) ? { ...text, isLocalOnly: true, isFixable: false } : text,
    ),
    notes: [
      ...material.notes,
      `judged here only, because they look like secrets: ${names}; MCP_ALLOW_SECRET_FILES=true lets models see them`,
    ],
  };
}

function looksSecret({ path, text }: AuditText, root: string): boolean {
  return (
    secretPathRule(join(root, path)) !== undefined ||
    secretContentRule(Buffer.from(text.slice(0, BEGINNING))) !== undefined
  );
}

const MAX_TOTAL_BYTES = 32 * 1024 * 1024;

/** The settings for reading the files of an audit. */
export function gatherSettings({ settings, environment }: Context): GatherSettings {
  const { maxFiles, maxFileBytes, allowSecretFiles, gitTimeoutMs } = settings;
  return {
    maxFiles,
    maxFileBytes,
    maxTotalBytes: MAX_TOTAL_BYTES,
    ownState: ownState("gan-audit", settings, hostPlatform(environment)),
    allowsSecrets: allowSecretFiles,
    environment,
    gitTimeoutMs,
  };
}
