import {
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import * as z from "zod";
import { constantHint, type Delivery } from "../protocol/cache-hints.ts";
import type { ServerSettings } from "../protocol/create-server.ts";
import type { ResourceCatalog, ResourceEntry } from "../resources/catalog.ts";
import { guarded } from "../resources/serve-resources.ts";
import { readSkills, type Skill } from "./skill-files.ts";

/** The extension's name (SEP-2640), and how a server says that it has skills. */
export const SKILLS_CAPABILITY = { "io.modelcontextprotocol/skills": {} };

const MARKDOWN = "text/markdown";
const SKILL_SCHEME = "skill://";
const ListParams = z.looseObject({ cursor: z.string().optional() });
const GetParams = z.looseObject({ uri: z.string() });

/** The skills of a server, read from its package when they are first asked for. */
export class SkillShelf {
  readonly #folder: URL;
  #skills: Promise<readonly Skill[]> | undefined;

  constructor(folder: URL) {
    this.#folder = folder;
  }

  all(): Promise<readonly Skill[]> {
    this.#skills ??= readSkills(this.#folder).catch((error: unknown) => {
      this.#skills = undefined;
      throw error;
    });
    return this.#skills;
  }
}

/** Answers the methods of the skills extension on one connection. */
export function serveSkills<Context>(
  server: Server,
  shelf: SkillShelf,
  settings: ServerSettings<Context>,
  delivery: Delivery,
): void {
  const hint = ({ mcpReq }: ServerContext) => mcpReq.envelope && constantHint(settings, delivery);
  server.setRequestHandler("skills/list", { params: ListParams }, (_, request) =>
    guarded(settings.log, async () => {
      const skills = (await shelf.all()).map(({ entry }) => entry);
      return { skills, ...hint(request) };
    }),
  );
  server.setRequestHandler("skills/get", { params: GetParams }, ({ uri }, request) =>
    guarded(settings.log, async () => {
      const skill = (await shelf.all()).find(({ entry }) => entry.uri === uri);
      if (skill) return { skill: skill.entry, ...hint(request) };
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        "No skill is served at this address. skills/list names the addresses.",
      );
    }),
  );
}

/** The same files as resources, for clients that do not know skills: after the server's own. */
export function withSkills<Context>(
  own: ResourceCatalog<Context> | undefined,
  shelf: SkillShelf,
): ResourceCatalog<Context> {
  return {
    ...own,
    templates: own?.templates ?? [],
    async list(context, cursor) {
      const listed = (await own?.list(context, cursor)) ?? { entries: [] };
      if (listed.nextCursor !== undefined) return listed;
      return { ...listed, entries: [...listed.entries, ...(await shelf.all()).map(resourceEntry)] };
    },
    async read(uri, context) {
      if (!uri.startsWith(SKILL_SCHEME)) return own?.read(uri, context);
      const files = (await shelf.all()).flatMap((skill) => skill.files);
      const file = files.find((one) => one.uri === uri);
      return file && { mimeType: MARKDOWN, text: file.text };
    },
  };
}

function resourceEntry({ entry: { uri, frontmatter } }: Skill): ResourceEntry {
  const { name, description } = frontmatter;
  return { uri, name, title: `Skill: ${name}`, description, mimeType: MARKDOWN };
}
