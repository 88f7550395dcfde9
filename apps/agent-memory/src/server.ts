import type { ServerDefinition, Tool } from "@faculties/mcp-kit";
import manifest from "../package.json" with { type: "json" };
import type { Context } from "./context.ts";
import { isPermitted, type Permission } from "./domain/access.ts";
import { prompts } from "./prompts/prompts.ts";
import { renderError } from "./render-error.ts";
import { resources } from "./resources/resources.ts";
import type { Settings } from "./settings.ts";
import { acceptProposalTool } from "./tools/accept-proposal.ts";
import { getDecisionTool } from "./tools/get-decision.ts";
import { recordDecisionTool } from "./tools/record-decision.ts";
import { recordEventTool } from "./tools/record-event.ts";
import { rejectProposalTool } from "./tools/reject-proposal.ts";
import { searchDecisionsTool } from "./tools/search-decisions.ts";
import { supersedeDecisionTool } from "./tools/supersede-decision.ts";

const TOOLS = [
  acceptProposalTool,
  getDecisionTool,
  recordDecisionTool,
  searchDecisionsTool,
  supersedeDecisionTool,
];
const REFLECTION_TOOLS = [recordEventTool, rejectProposalTool];
const DECIDING = new Set([acceptProposalTool.name, rejectProposalTool.name]);

const INSTRUCTIONS =
  "Search before you decide: a decision in force binds. Record what was decided and why. To change it, supersede the decision in force on its target.";

// No tool calls a model, so a call that takes longer waits for a database that does not respond.
const DEADLINE_MS = 2 * 60 * 1000;

export function createDefinition(_: Context, settings: Settings): ServerDefinition<Context> {
  const withReflection = { tools: [...TOOLS, ...REFLECTION_TOOLS] };
  const without = {
    tools: TOOLS,
    unavailable: new Map(
      REFLECTION_TOOLS.map(({ name }) => [
        name,
        `${name} is switched off. Start the server with --enable-reflection.`,
      ]),
    ),
  };
  return {
    name: "agent-memory",
    title: "Agent Memory",
    version: manifest.version,
    instructions: INSTRUCTIONS,
    ...(settings.reflection ? withReflection : without),
    isOffered: (tool, { access }) => isPermitted(access.role, permissionFor(tool)),
    resources,
    prompts,
    skills: new URL("./skills/", import.meta.url),
    view: {
      uri: "ui://agent-memory/view",
      title: "Decisions and what they replaced",
      file: new URL("./view.html", import.meta.url),
    },
    renderError,
    deadlineMs: DEADLINE_MS,
  };
}

function permissionFor({ name, annotations }: Tool<Context>): Permission {
  if (annotations.readOnlyHint) return "search";
  return DECIDING.has(name) ? "decide" : "write";
}
