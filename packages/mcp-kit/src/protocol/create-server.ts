import { CodedError, markInvisible } from "@faculties/errors";
import {
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  Server,
  type ServerContext,
  type Tool as PublishedTool,
} from "@modelcontextprotocol/server";
import { offeredPrompts, servePrompts } from "../prompts/serve-prompts.ts";
import { pushChanges, type ResourceChangeBus } from "../resources/change-bus.ts";
import { serveResources } from "../resources/serve-resources.ts";
import { serveSkills, SKILLS_CAPABILITY, SkillShelf, withSkills } from "../skills/serve-skills.ts";
import type { FastPath } from "../stdio/fast-path/fast-path.ts";
import { answerWith, callTool, type CallSettings, type RunTool } from "../tools/call-tool.ts";
import type { Tool } from "../tools/define-tool.ts";
import { publishTool } from "../tools/list-tools.ts";
import type { LongCallSettings } from "../tasks/long-calls.ts";
import { callWithinSoftLimit } from "../tasks/soft-limit.ts";
import { startTask } from "../tasks/start-task.ts";
import { type LegacyTaskRequest, TASKS_EXTENSION } from "../tasks/protocol.ts";
import { LEGACY_TASKS_CAPABILITY, serveTasks, TASK_METHODS } from "../tasks/serve-tasks.ts";
import { missingInput } from "../tools/roots.ts";
import { createConnection } from "../tools/tool-call.ts";
import { showsViews, viewMeta, VIEWS_CAPABILITY } from "../tools/tool-view.ts";
import { cacheHints, type Delivery } from "./cache-hints.ts";
import { describeIssue, isObject, type Issue, SHOWN_NAME } from "./check-message.ts";
import { OtherResult } from "./other-result.ts";
import { renderError, type ServerDefinition } from "./server-definition.ts";

export type ServerSettings<Context> = CallSettings<Context> &
  LongCallSettings & {
    outputSchemas: boolean;
    changes: ResourceChangeBus;
    /** Whether callers show tokens: they may be many, and on other machines. */
    hasTokens: boolean;
  };

export type ServerFactory = (delivery: Delivery, fastPath?: FastPath) => Server;

/** The methods of 2026-07-28 that a server with this definition answers. */
export function modernMethods<Context>(
  definition: ServerDefinition<Context>,
  hasTasks: boolean,
): ReadonlySet<string> {
  const { resources, skills } = definition;
  const hasPrompts = offeredPrompts(definition).length > 0;
  return new Set([
    "server/discover",
    "subscriptions/listen",
    "tools/call",
    "tools/list",
    ...(resources || skills
      ? ["resources/list", "resources/read", "resources/templates/list"]
      : []),
    ...(skills ? ["skills/get", "skills/list"] : []),
    ...(hasPrompts ? ["completion/complete", "prompts/get", "prompts/list"] : []),
    ...(hasTasks ? TASK_METHODS : []),
  ]);
}

/** Makes the factory of protocol servers: one instance per connection, all on the same context. */
export function createServerFactory<Context>(settings: ServerSettings<Context>): ServerFactory {
  const { definition, context, outputSchemas } = settings;
  const tools = new Map(definition.tools.map((tool) => [tool.name, tool]));
  const { view } = definition;
  const { tasks } = settings;
  const extensions = {
    ...(view && VIEWS_CAPABILITY),
    ...(definition.skills && SKILLS_CAPABILITY),
    ...(tasks && { [TASKS_EXTENSION]: {} }),
  };
  const listed = new Map<boolean, PublishedTool[]>();
  const isOffered = (tool: Tool<Context>) => definition.isOffered?.(tool, context) ?? true;
  // Only clients that show views hear of them: the others would pay for words that they do not understand.
  const publish = (withViews: boolean) => {
    const known = listed.get(withViews);
    if (known) return known;
    const made = definition.tools.filter(isOffered).map((tool) => ({
      ...publishTool(tool, outputSchemas),
      // Clients of 2026-07-28 leave it to the server; the SDK drops this for them.
      ...(tasks &&
        tool.isLong && {
          execution: {
            taskSupport: tool.needsTask ? ("required" as const) : ("optional" as const),
          },
        }),
      ...(withViews && view && tool.hasView && viewMeta(view)),
    }));
    listed.set(withViews, made);
    return made;
  };

  const shelf = definition.skills && new SkillShelf(definition.skills);
  const resources = shelf ? withSkills(definition.resources, shelf) : definition.resources;
  const prompts = offeredPrompts({ ...definition, tools: definition.tools.filter(isOffered) });

  return (delivery, fastPath) => {
    const { name, title, version, instructions } = definition;
    const server = new ProtocolServer(
      { name, title, version },
      {
        instructions,
        capabilities: {
          tools: { listChanged: false },
          ...(resources && { resources: { subscribe: true, listChanged: true } }),
          ...(prompts.length > 0 && { prompts: { listChanged: false }, completions: {} }),
          ...(Object.keys(extensions).length > 0 && { extensions }),
          ...(tasks && { tasks: LEGACY_TASKS_CAPABILITY }),
        },
        cacheHints: cacheHints(settings, delivery),
      },
    );
    const connection = createConnection(server, { sharesFolders: !settings.hasTokens, tasks });
    server.setRequestHandler("tools/list", (_, { mcpReq }) => ({
      tools: publish(showsViews(mcpReq.envelope, server.getClientCapabilities())),
    }));
    const run: RunTool = (called, input, request) => {
      const tool = tools.get(called);
      const call = tool?.isLong ? callWithinSoftLimit : callTool;
      return tool && call(tool, input, request, connection, settings);
    };
    server.setRequestHandler("tools/call", async ({ params }, request) => {
      const tool = tools.get(params.name);
      const missing =
        tool &&
        (await missingInput(tool, params.arguments, request, context, connection.sharesFolders));
      if (missing) return missing;
      const asked = (params as { task?: LegacyTaskRequest }).task;
      const task =
        tool &&
        (tool.isLong || asked) &&
        (await startTask(tool, params.arguments, request, asked, connection, settings));
      if (task) throw new OtherResult(task);
      const answer = await run(params.name, params.arguments, request);
      return answer?.toResult() ?? refuseUnknown(params.name, settings);
    });
    fastPath?.serve(server, run);
    if (tasks) serveTasks(server, tasks);
    if (prompts.length > 0) servePrompts(server, prompts, settings);
    if (shelf) serveSkills(server, shelf, settings, delivery);
    if (resources) {
      serveResources(server, resources, settings, delivery);
      if (delivery === "push") pushChanges(server, settings);
    }
    return server;
  };
}

function refuseUnknown<Context>(name: string, { definition }: ServerSettings<Context>) {
  const reason = definition.unavailable?.get(name);
  if (reason === undefined)
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `Unknown tool: ${markInvisible(name.slice(0, 100))}. tools/list names the tools of this server.`,
    );
  const error = new CodedError("TOOL_DISABLED", reason, { details: { tool: name } });
  const { text, structured } = (definition.renderError ?? renderError)(error);
  return answerWith({
    content: [{ type: "text" as const, text }],
    structuredContent: structured,
    isError: true,
  }).toResult();
}

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/** The SDK's server, but what it says of a wrong request is a sentence, and what failed inside stays inside. */
export class ProtocolServer extends Server {
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    // oxlint-disable-next-line no-underscore-dangle -- the SDK's name for what it lets subclasses wrap
    const handle = super._wrapHandler(method, handler);
    return async (request, context) => {
      try {
        return await handle(request, context);
      } catch (error) {
        if (error instanceof OtherResult) return error.result;
        const refusal = invalidParams(method, request, error);
        if (refusal) throw refusal;
        if (error instanceof ProtocolError && !isAboutResult(error)) throw error;
        this.onerror?.(error as Error);
        throw new ProtocolError(ProtocolErrorCode.InternalError, "Internal error");
      }
    };
  }
}

/** A result that the SDK's schema does not allow is this server's fault, and the caller does not see its parts. */
function isAboutResult({ message }: ProtocolError): boolean {
  return message.startsWith("Invalid tools/call result: ");
}

/**
 * The refusal of wrong `params` that the SDK words as a list of zod issues: one sentence that names the first wrong member and
 * what is expected there. Undefined when the error is about something else.
 */
function invalidParams(
  method: string,
  request: unknown,
  error: unknown,
): ProtocolError | undefined {
  if (!(error instanceof Error) || (error instanceof ProtocolError && !isAboutCall(error)))
    return undefined;
  const issues = issuesIn(error.message);
  return issues && refuseParams(method, request, issues);
}

/** Of all methods, the SDK checks this one before it calls the handler. */
function isAboutCall({ message }: ProtocolError): boolean {
  return message.startsWith("Invalid tools/call request: ");
}

/** The same for issues that are at hand. */
export function refuseParams(
  method: string,
  request: unknown,
  [first]: readonly Issue[],
): ProtocolError {
  const fault = first ? describeIssue(first, request) : "its params do not fit.";
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Invalid ${method.slice(0, SHOWN_NAME)} request: ${fault}`,
  );
}

function issuesIn(message: string): Issue[] | undefined {
  const start = message.indexOf("[");
  if (start === -1 || !message.endsWith("]")) return undefined;
  try {
    const parsed: unknown = JSON.parse(message.slice(start));
    const isList =
      Array.isArray(parsed) &&
      parsed.length > 0 &&
      parsed.every((one) => isObject(one) && one["path"]);
    return isList ? (parsed as Issue[]) : undefined;
  } catch {
    return undefined;
  }
}
