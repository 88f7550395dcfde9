import { defineTool } from "@faculties/mcp-kit";
import {
  ChildSendInput,
  ChildSendOutput,
} from "@faculties/schemas/orchestrator-resources/child-send";
import { STARTS } from "./annotations.ts";
import type { Context } from "../context.ts";

export const childSendTool = defineTool({
  name: "child_send",
  title: "Send to a child",
  description:
    "Type or write text to the standard input of a running program, such as yes and a newline, and optionally close it.",
  input: ChildSendInput,
  output: ChildSendOutput,
  annotations: STARTS,
  run: ({ child_id, data, newline, close }, { children }: Context) =>
    children.send(child_id, newline && data !== "" ? `${data}\n` : data, { close }),
});
