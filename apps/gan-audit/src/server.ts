import { jobTool, type ServerDefinition } from "@faculties/mcp-kit";
import manifest from "../package.json" with { type: "json" };
import type { Context } from "./context.ts";
import { prompts } from "./prompts/prompts.ts";
import { renderError } from "./render-error.ts";
import { AUDITING_OFF, type Settings } from "./settings.ts";
import { auditHistory } from "./resources/audit-history.ts";
import { sequentialthinkingTool } from "./tools/sequentialthinking.ts";

const THINK = "Think through hard problems step by step with sequentialthinking.";
const AUDITED =
  "When a step writes or changes code, put the code or the diff into the thought: it is audited, and a verdict other than pass means that another step is needed.";
const NOT_AUDITED = `Code in a thought is not audited here: ${AUDITING_OFF}`;

const WHERE_FILES_ARE =
  " Files of the project are read in the client's first folder (root), or in the server's working directory if the client names none.";

export function createDefinition(
  _: Context,
  { enabled, root }: Settings,
): ServerDefinition<Context> {
  return {
    name: "gan-audit",
    title: "GAN audit",
    version: manifest.version,
    instructions: instructionsFor({ enabled, root }),
    tools: enabled ? [sequentialthinkingTool, jobTool] : [sequentialthinkingTool],
    resources: auditHistory,
    prompts,
    skills: new URL("./skills/", import.meta.url),
    view: {
      uri: "ui://gan-audit/view",
      title: "Review",
      file: new URL("./view.html", import.meta.url),
    },
    renderError,
  };
}

function instructionsFor({ enabled, root }: Pick<Settings, "enabled" | "root">): string {
  if (!enabled) return `${THINK} ${NOT_AUDITED}`;
  return `${THINK} ${AUDITED}${root === undefined ? WHERE_FILES_ARE : ""}`;
}
