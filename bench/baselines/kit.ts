// The bare-sdk server's tool on the kit, and one that writes a row through the storage.
import { join } from "node:path";
import { defineTool, runApp } from "@faculties/mcp-kit";
import { column, defineTable, openStorage } from "@faculties/storage";
import * as z from "zod";

const text = z.object({ text: z.string().describe("Any text.") });
const annotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};
const appended = defineTable("appended", { text: column.text() });

await runApp(
  {
    name: "kit",
    version: "1.0.0",
    summary: "the least that a server on the kit can be",
    options: {},
    createContext: (_values, { environment }) =>
      openStorage({
        file: join(environment["HOME"] ?? ".", "appended.sqlite"),
        migrations: [
          { name: "create", statements: ["create table appended (text text not null)"] },
        ],
      }),
    createDefinition: () => ({
      name: "kit",
      title: "Kit",
      version: "1.0.0",
      instructions: "",
      tools: [
        defineTool({
          name: "echo",
          title: "Echo",
          description: "Return the text it is given.",
          input: text,
          output: text,
          annotations,
          run: (input) => input,
        }),
        defineTool({
          name: "append",
          title: "Append",
          description: "Store the text.",
          input: text,
          output: text,
          annotations,
          async run(input, storage: ReturnType<typeof openStorage>) {
            await storage.write((tx) => tx.insert(appended).values(input));
            return input;
          },
        }),
      ],
    }),
  },
  { args: process.argv.slice(2), environment: process.env },
);
