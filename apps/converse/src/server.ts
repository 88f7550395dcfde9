import { jobTool, type ServerDefinition } from "@faculties/mcp-kit";
import manifest from "../package.json" with { type: "json" };
import type { Context } from "./context.ts";
import { prompts } from "./prompts/prompts.ts";
import { renderError } from "./render-error.ts";
import { resources } from "./resources/resources.ts";
import type { Settings } from "./settings.ts";
import { chatTool } from "./tools/chat.ts";
import { consensusTool } from "./tools/consensus.ts";

const INSTRUCTIONS =
  "chat asks one model, consensus lets several answer and then refine their answers. Leave the model out unless the user names one. Both answers have a continuation id; give it as continuation_id to go on, with either tool.";

const WHERE_FILES_ARE =
  " Files are read in the client's folders (roots); if the client offers none, in the server's working directory.";

export function createDefinition(
  { redact, allowedDirectories }: Context,
  { requestTimeoutMs }: Settings,
): ServerDefinition<Context> {
  return {
    name: "converse",
    title: "Converse",
    version: manifest.version,
    instructions: INSTRUCTIONS + (allowedDirectories.length > 0 ? "" : WHERE_FILES_ARE),
    tools: [chatTool, consensusTool, jobTool],
    resources,
    prompts,
    skills: new URL("./skills/", import.meta.url),
    view: {
      uri: "ui://converse/view",
      title: "Answers side by side",
      file: new URL("./view.html", import.meta.url),
    },
    renderError: (error) => renderError(error, redact),
    deadlineMs: requestTimeoutMs,
  };
}
