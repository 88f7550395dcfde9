import { defineTool } from "@faculties/mcp-kit";
import { LogsTailInput, LogsTailOutput } from "@faculties/schemas/orchestrator-resources/logs-tail";
import type { Context } from "../context.ts";
import { tailLog } from "../store/log-tail.ts";
import { pageBounds } from "../store/streams.ts";
import { READS } from "./annotations.ts";

export const logsTailTool = defineTool({
  name: "logs_tail",
  title: "Tail a log",
  description:
    "Show the newest lines of a log: what a process or a run printed most recently, or what the server logged. Filter by level or text. With from_seq it continues from there.",
  input: LogsTailInput,
  output: LogsTailOutput,
  annotations: READS,
  async run(input, { database }: Context) {
    const page = await database.read((tx) => tailLog(tx, input));
    return {
      source: input.source,
      lines: page.entries,
      ...pageBounds(page, input.from_seq ?? page.lastSeq),
    };
  },
});
