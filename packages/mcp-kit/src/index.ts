export { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
export type { App, AppContext, AppValues, KitServices } from "./app/app.ts";
export { type Command, type CommandRun, defineCommand } from "./app/command.ts";
export type { Check, CheckOutcome } from "./app/doctor.ts";
export { migrateToCommand } from "./app/migrate-to-command.ts";
export { runApp } from "./app/run-app.ts";
export { parseHttpAddress } from "./http/address.ts";
export { hookCommand, type Hook } from "./hooks/hook-command.ts";
export type { HookInput } from "./hooks/hook-input.ts";
export { isLoopback } from "./http/caller.ts";
export { listenError } from "./http/listen-error.ts";
export type { Logger } from "./observe/logger.ts";
export { ConfigError } from "./options/config-error.ts";
export { option, type Options, type OptionValues } from "./options/define-option.ts";
export { fileOptions, kitOptions, vendorOptions } from "./options/kit-options.ts";
export { type Environment, requireUrl } from "./options/parse-options.ts";
export { definePrompt, type Prompt, type PromptInput } from "./prompts/prompt.ts";
export type { RenderedError, ServerDefinition } from "./protocol/server-definition.ts";
export {
  cursorNumber,
  type ResourceCatalog,
  type ResourceChanges,
  type ResourceContent,
  type ResourceEntry,
  type ResourceTemplate,
} from "./resources/catalog.ts";
export { jobTool } from "./tasks/job-tool.ts";
export type { TaskStore } from "./tasks/task-store.ts";
export type { PersonsAnswer, Question } from "./tools/ask.ts";
export { defineTool, JsonResult, type Tool, type ToolAnnotations } from "./tools/define-tool.ts";
export { isSelected, type ToolSelection } from "./tools/list-tools.ts";
export { type InputIssue, InvalidInput, parseInput } from "./tools/parse-input.ts";
export type {
  PartialResult,
  SamplingOptions,
  SamplingRequest,
  SamplingResult,
  ToolCall,
} from "./tools/tool-call.ts";
export type { ToolView } from "./tools/tool-view.ts";
