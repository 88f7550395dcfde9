export type { App, AppContext, AppValues, KitServices } from "./app.ts";
export { cannotServe } from "./cannot-serve.ts";
export { type Command, type CommandRun, defineCommand } from "./command.ts";
export { ConfigError } from "./config-error.ts";
export { cursorNumber } from "./cursor-number.ts";
export { option, type Options, type OptionValues } from "./define-option.ts";
export { defineTool, type Tool, type ToolAnnotations } from "./define-tool.ts";
export type { Check, CheckOutcome } from "./doctor.ts";
export { fileOptions } from "./file-options.ts";
export { type InputIssue, InvalidInput } from "./invalid-input.ts";
export { JsonResult } from "./json-result.ts";
export { kitOptions } from "./kit-options.ts";
export type { Logger } from "./logger.ts";
export { migrateToCommand } from "./migrate-to-command.ts";
export { parseInput } from "./parse-input.ts";
export type { Environment } from "./parse-options.ts";
export type {
  ResourceCatalog,
  ResourceChanges,
  ResourceContent,
  ResourceEntry,
  ResourceTemplate,
} from "./resource-catalog.ts";
export { runApp } from "./run-app.ts";
export type { RenderedError, ServerDefinition } from "./server-definition.ts";
export type { ToolView } from "./tool-view.ts";
export type { SamplingOptions, SamplingRequest, SamplingResult, ToolCall } from "./tool-call.ts";
export { requireUrl } from "./option-value.ts";
export { isSelected, type ToolSelection } from "./select-tools.ts";
export { vendorOptions } from "./vendor-options.ts";
