import type { CodedError } from "@faculties/errors";
import type { Prompt } from "../prompts/prompt.ts";
import type { ResourceCatalog } from "../resources/catalog.ts";
import type { Tool } from "../tools/define-tool.ts";
import type { ToolView } from "../tools/tool-view.ts";

export type RenderedError = { text: string; structured: Record<string, unknown> };

export type ServerDefinition<Context> = {
  name: string;
  title: string;
  version: string;
  instructions: string;
  tools: readonly Tool<Context>[];
  /** Tools that exist but are switched off, with the sentence that says how to switch them on. */
  unavailable?: ReadonlyMap<string, string>;
  /** Whether `tools/list` names this tool to the callers of this context; calling one that is not named is up to the tool. */
  isOffered?(tool: Tool<Context>, context: Context): boolean;
  /** Sets of tools that are off unless they are named. */
  toolsetsByRequest?: readonly string[];
  resources?: ResourceCatalog<Context>;
  /** Requests that people choose by name, such as slash commands. */
  prompts?: readonly Prompt<Context>[];
  /** The folder of the skills that teach a model how to work with this server: `<skill>/SKILL.md`. */
  skills?: URL;
  /** The page that clients may show next to the results of tools that have a view. */
  view?: ToolView;
  /** How this server's contract shows an error; the kit's own shape when absent. */
  renderError?(error: CodedError): RenderedError;
  /** Longest time a call may take unless its tool says otherwise; ten minutes when absent. */
  deadlineMs?: number;
};

/** The shape of an error for servers whose contract names none. */
export function renderError({ code, message, details }: CodedError): RenderedError {
  return { text: `${code}: ${message}`, structured: { error: { code, message, ...details } } };
}
