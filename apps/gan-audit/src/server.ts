import type { ServerDefinition } from "@faculties/mcp-kit";
import manifest from "../package.json" with { type: "json" };
import type { Context } from "./context.ts";
import { renderError } from "./render-error.ts";
import { auditHistory } from "./resources/audit-history.ts";
import { sequentialthinking } from "./tools/sequentialthinking.ts";

const INSTRUCTIONS =
  "Think through hard problems step by step with sequentialthinking. When a step writes or changes code, put the code or the diff into the thought: it is audited, and a verdict other than pass means that another step is needed.";

export function createDefinition(): ServerDefinition<Context> {
  return {
    name: "gan-audit",
    title: "GAN audit",
    version: manifest.version,
    instructions: INSTRUCTIONS,
    tools: [sequentialthinking],
    resources: auditHistory,
    view: {
      uri: "ui://gan-audit/view",
      title: "Review",
      file: new URL("./view.html", import.meta.url),
    },
    renderError,
  };
}
