import { ConfigError, defineCommand, option } from "@faculties/mcp-kit";
import type { Context } from "../context.ts";
import { type ExportFormat, renderSession } from "../domain/export/render-session.ts";

const options = {
  mermaid: option.boolean({ flag: "mermaid", describe: "As a Mermaid flowchart" }),
  markdown: option.boolean({ flag: "markdown", describe: "As Markdown (the default)" }),
  json: option.boolean({ flag: "json", describe: "As JSON" }),
};

export const showCommand = defineCommand<Context, typeof options>({
  name: "show",
  usage: "<session>",
  summary: "Show a session as Markdown, Mermaid or JSON",
  options,
  positionals: [1, 1],
  async run({ context: { store }, positionals: [id = ""], values, print }) {
    const formats = (["mermaid", "markdown", "json"] as const).filter((format) => values[format]);
    if (formats.length > 1)
      throw new ConfigError("Choose one of --mermaid, --markdown and --json.");
    const format: ExportFormat = formats[0] ?? "markdown";
    const { readSession } = await import("../sessions/read-session.ts");
    print(renderSession(await readSession(store, id), format).trimEnd());
  },
});
