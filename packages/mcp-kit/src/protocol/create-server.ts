import { CodedError, markInvisible } from "@faculties/errors";
import {
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type Tool as PublishedTool,
} from "@modelcontextprotocol/server";
import type { ResourceChangeBus } from "../resources/change-bus.ts";
import { pushChanges, serveResources } from "../resources/serve-resources.ts";
import type { FastPath } from "../stdio/fast-path/fast-path.ts";
import { answerWith, type CallSettings, connectTools } from "../tools/call-tool.ts";
import type { Tool } from "../tools/define-tool.ts";
import { publishTool } from "../tools/list-tools.ts";
import { missingInput } from "../tools/roots.ts";
import { createConnection } from "../tools/tool-call.ts";
import { showsViews, viewMeta, VIEWS_CAPABILITY } from "../tools/tool-view.ts";
import { cacheHints, type Delivery } from "./cache-hints.ts";
import { ProtocolServer } from "./protocol-server.ts";
import { renderError, type ServerDefinition } from "./server-definition.ts";

export type ServerSettings<Context> = CallSettings<Context> & {
  outputSchemas: boolean;
  changes: ResourceChangeBus;
  /** Whether callers show tokens: they may be many, and on other machines. */
  hasTokens: boolean;
};

export type ServerFactory = (delivery: Delivery, fastPath?: FastPath) => Server;

/** The methods of 2026-07-28 that a server with this definition answers. */
export function modernMethods<Context>({
  resources,
}: ServerDefinition<Context>): ReadonlySet<string> {
  return new Set([
    "server/discover",
    "subscriptions/listen",
    "tools/call",
    "tools/list",
    ...(resources ? ["resources/list", "resources/read", "resources/templates/list"] : []),
  ]);
}

/** Makes the factory of protocol servers: one instance per connection, all on the same context. */
export function createServerFactory<Context>(settings: ServerSettings<Context>): ServerFactory {
  const { definition, context, outputSchemas } = settings;
  const tools = new Map(definition.tools.map((tool) => [tool.name, tool]));
  const { view } = definition;
  const listed = new Map<boolean, PublishedTool[]>();
  const isOffered = (tool: Tool<Context>) => definition.isOffered?.(tool, context) ?? true;
  // Only clients that show views hear of them: the others would pay for words that they do not understand.
  const publish = (withViews: boolean) => {
    const known = listed.get(withViews);
    if (known) return known;
    const made = definition.tools.filter(isOffered).map((tool) => ({
      ...publishTool(tool, outputSchemas),
      ...(withViews && view && tool.hasView && viewMeta(view)),
    }));
    listed.set(withViews, made);
    return made;
  };

  return (delivery, fastPath) => {
    const { name, title, version, instructions, resources } = definition;
    const server = new ProtocolServer(
      { name, title, version },
      {
        instructions,
        capabilities: {
          tools: { listChanged: false },
          ...(resources && { resources: { subscribe: true, listChanged: true } }),
          ...(view && { extensions: VIEWS_CAPABILITY }),
        },
        cacheHints: cacheHints(settings, delivery),
      },
    );
    const connection = createConnection(server, !settings.hasTokens);
    server.setRequestHandler("tools/list", (_, { mcpReq }) => ({
      tools: publish(showsViews(mcpReq.envelope, server.getClientCapabilities())),
    }));
    const run = connectTools(tools, connection, settings);
    server.setRequestHandler("tools/call", async ({ params }, request) => {
      const tool = tools.get(params.name);
      const missing =
        tool &&
        connection.sharesFolders &&
        (await missingInput(tool, params.arguments, request, context));
      if (missing) return missing;
      const answer = await run(params.name, params.arguments, request);
      return answer?.toResult() ?? refuseUnknown(params.name, settings);
    });
    fastPath?.serve(server, run);
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
