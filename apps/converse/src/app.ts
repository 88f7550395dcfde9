import { type App, migrateToCommand } from "@faculties/mcp-kit";
import packageJson from "../package.json" with { type: "json" };
import { checks } from "./doctor/checks.ts";
import { historyCommand } from "./commands/history.ts";
import { metricsCommand } from "./commands/metrics.ts";
import { modelsCommand } from "./commands/models.ts";
import { type ConverseContext, createContext } from "./context.ts";
import { renderError } from "./render-error.ts";
import { resources } from "./resources/resources.ts";
import { settings } from "./settings.ts";
import { chat } from "./tools/chat.ts";
import { consensus } from "./tools/consensus.ts";

const { version } = packageJson;

const INSTRUCTIONS =
  "chat asks one model, consensus lets several answer and then refine their answers. Leave the model out unless the user names one. Both answers have a continuation id; give it as continuation_id to go on, with either tool.";

const WHERE_FILES_ARE =
  " Files are read in the client's folders (roots); if the client offers none, in the server's working directory.";

export const app: App<typeof settings, ConverseContext> = {
  name: "converse",
  version,
  summary: "chat with, and consensus among, models of several vendors",
  options: settings,
  createContext,
  createDefinition: ({ redact, allowedDirectories }, { requestTimeoutMs }) => ({
    name: "converse",
    title: "Converse",
    version,
    instructions: INSTRUCTIONS + (allowedDirectories.length > 0 ? "" : WHERE_FILES_ARE),
    tools: [chat, consensus],
    resources,
    view: {
      uri: "ui://converse/view",
      title: "Answers side by side",
      file: new URL("./view.html", import.meta.url),
    },
    renderError: (error) => renderError(error, redact),
    deadlineMs: requestTimeoutMs,
  }),
  commands: [
    modelsCommand,
    historyCommand,
    metricsCommand,
    migrateToCommand(async ({ store }) => (await store()).storage),
  ],
  checks,
};
