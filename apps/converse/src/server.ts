import { jobTool, type ServerDefinition } from "@faculties/mcp-kit";
import manifest from "../package.json" with { type: "json" };
import type { Context } from "./context.ts";
import { prompts } from "./prompts/prompts.ts";
import { renderError } from "./render-error.ts";
import { resources } from "./resources/resources.ts";
import type { Settings } from "./settings.ts";
import { googleKeyOf } from "./models/google-key.ts";
import { AUTO_MODELS } from "./models/target.ts";
import { chatTool } from "./tools/chat.ts";
import { consensusTool } from "./tools/consensus.ts";

const INSTRUCTIONS =
  "chat asks one model, consensus lets several answer and draws a conclusion. Leave the model out unless the user names one. Both answers have a continuation id; give it as continuation_id to go on, with either tool.";

const WHERE_FILES_ARE =
  " Files are read in the client's folders (roots); if the client offers none, in the server's working directory.";

/** The chat tool with names of models that can be asked here, because agents take the examples for the offer. */
function withExamples(settings: Settings): typeof chatTool {
  const keys = {
    openai: settings.openaiKey,
    google: googleKeyOf(settings),
    xai: settings.xaiKey,
    anthropic: settings.anthropicKey,
  };
  const names = Object.entries(keys).flatMap(
    ([provider, key]) => (key && AUTO_MODELS[provider]) || [],
  );
  if (names.length === 0) return chatTool;
  const { model } = chatTool.input.shape;
  const examples = ["auto", ...names].map((name) => `'${name}'`).join(", ");
  const described = model.describe(
    `AI model; configured here: ${examples} (auto: default, recommended)`,
  );
  return { ...chatTool, input: chatTool.input.extend({ model: described }) };
}

export function createDefinition(
  { redact, allowedDirectories }: Context,
  settings: Settings,
): ServerDefinition<Context> {
  return {
    name: "converse",
    title: "Converse",
    version: manifest.version,
    instructions: INSTRUCTIONS + (allowedDirectories.length > 0 ? "" : WHERE_FILES_ARE),
    tools: [withExamples(settings), consensusTool, jobTool],
    resources,
    prompts,
    skills: new URL("./skills/", import.meta.url),
    view: {
      uri: "ui://converse/view",
      title: "Answers side by side",
      file: new URL("./view.html", import.meta.url),
    },
    renderError: (error) => renderError(error, redact),
    deadlineMs: settings.requestTimeoutMs,
  };
}
