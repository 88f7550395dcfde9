import type { ToolCall } from "@faculties/mcp-kit";
import { GLOBAL } from "../domain/project.ts";
import { namedProject, projectOfFolder, projectOfRoots } from "./find-project.ts";

type Surroundings = {
  /** The value of `--project`. */
  named: string | undefined;
  /** Searches and resources see the records of all projects. */
  seesAll: boolean;
  /** The client is on another machine, perhaps. */
  isRemote: boolean;
  cwd: string;
  log: { warn(message: string, fields?: Record<string, unknown>): void };
};

/** The projects whose records can be seen; undefined for all. */
export type VisibleProjects = readonly string[] | undefined;

/** The project that this process works for. */
export class CurrentProject {
  readonly #surroundings: Surroundings;
  #known: string | undefined;

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  /** Whether the client has to be asked for its folders. */
  get asksClient(): boolean {
    const { named, isRemote } = this.#surroundings;
    return named === undefined && !isRemote && this.#known === undefined;
  }

  /** Named, or that of the client's folder, or that of the working folder. */
  async find(roots?: ToolCall["roots"]): Promise<string> {
    const { named, isRemote, cwd, log } = this.#surroundings;
    if (this.#known !== undefined) return this.#known;
    if (named !== undefined) return (this.#known = namedProject(named, cwd));
    if (isRemote) return (this.#known = GLOBAL);
    if (roots === undefined) return projectOfFolder(cwd);
    const offered = await roots().catch((error: unknown) => {
      log.warn("the client did not tell its folders, so the working folder decides", { error });
      return undefined;
    });
    this.#known = projectOfRoots(offered ?? []) ?? projectOfFolder(cwd);
    return this.#known;
  }

  /** The project's own records and those that belong to none. */
  async visible(roots?: ToolCall["roots"]): Promise<VisibleProjects> {
    if (this.#surroundings.seesAll) return undefined;
    return [...new Set([GLOBAL, await this.find(roots)])];
  }
}
