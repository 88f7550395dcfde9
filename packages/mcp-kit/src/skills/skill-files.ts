import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** One file of a skill. */
export type SkillFile = { uri: string; text: string };

/** A skill as `skills/list` shows it. */
export type SkillEntry = {
  uri: string;
  frontmatter: { name: string; description: string };
  resources: { uri: string; digest: string; size: number }[];
};

export type Skill = { entry: SkillEntry; files: readonly SkillFile[] };

const MANIFEST = "SKILL.md";

/** Reads every skill below a folder: `<skill>/SKILL.md` and the files next to it. */
export async function readSkills(folder: URL): Promise<readonly Skill[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return Promise.all(names.toSorted().map((name) => readSkill(folder, name)));
}

async function readSkill(folder: URL, skill: string): Promise<Skill> {
  const own = fileURLToPath(new URL(skill, folder));
  const listed = await readdir(own, { recursive: true, withFileTypes: true });
  const paths = listed
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(own, join(parentPath, name)));
  const files = await Promise.all(
    paths.toSorted().map(async (path) => {
      const text = await readFile(join(own, path), "utf8");
      return { uri: `skill://${skill}/${path.split(sep).join("/")}`, text };
    }),
  );
  const uri = `skill://${skill}/${MANIFEST}`;
  const manifest = files.find((file) => file.uri === uri);
  if (!manifest) throw new Error(`The skill ${skill} has no ${MANIFEST}.`);
  const resources = files.map((file) => ({ uri: file.uri, ...digestOf(file.text) }));
  return { entry: { uri, frontmatter: readFrontmatter(manifest), resources }, files };
}

function digestOf(text: string): { digest: string; size: number } {
  const digest = `sha256:${createHash("sha256").update(text).digest("hex")}`;
  return { digest, size: Buffer.byteLength(text) };
}

/** Our skills keep name and description on one line each, unquoted. */
function readFrontmatter({ uri, text }: SkillFile): SkillEntry["frontmatter"] {
  const { head = "" } = /^---\n(?<head>[^]*?)\n---\n/.exec(text)?.groups ?? {};
  const fields = new Map(
    head.split("\n").map((line) => {
      const colon = line.indexOf(": ");
      return [line.slice(0, colon), line.slice(colon + 2).trim()] as const;
    }),
  );
  const name = fields.get("name");
  const description = fields.get("description");
  if (name === undefined || description === undefined)
    throw new Error(`${uri} needs a name and a description in its front matter.`);
  return { name, description };
}
