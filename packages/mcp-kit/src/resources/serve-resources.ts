import {
  CodedError,
  markInvisible,
  markInvisibleInJson,
  markInvisibleInside,
} from "@faculties/errors";
import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server,
} from "@modelcontextprotocol/server";
import { startWatchdog } from "../app/watchdog.ts";
import type { Logger } from "../observe/logger.ts";
import { constantHint, type Delivery } from "../protocol/cache-hints.ts";
import type { ServerSettings } from "../protocol/create-server.ts";
import { readView, showsViews, viewEntry } from "../tools/tool-view.ts";
import type { ResourceCatalog, ResourceContent } from "./catalog.ts";

/** Answers the resource methods of one connection. */
export function serveResources<Context>(
  server: Server,
  resources: ResourceCatalog<Context>,
  settings: ServerSettings<Context>,
  delivery: Delivery,
): void {
  const { context, log, definition } = settings;
  const { view } = definition;
  server.setRequestHandler("resources/list", ({ params }, { mcpReq }) =>
    guarded(log, async () => {
      const { entries, nextCursor } = await resources.list(context, params?.cursor);
      const isShown = showsViews(mcpReq.envelope, server.getClientCapabilities());
      const views = view && isShown && nextCursor === undefined ? [viewEntry(view)] : [];
      const shown = [...markInvisibleInside(entries), ...views];
      return { resources: shown, ...(nextCursor !== undefined && { nextCursor }) };
    }),
  );
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: [...resources.templates],
  }));
  server.setRequestHandler("resources/read", ({ params: { uri } }, { mcpReq }) =>
    guarded(log, async () => {
      if (view?.uri === uri) {
        const hint = mcpReq.envelope && constantHint(settings, delivery);
        return { contents: [{ uri, ...(await readView(view)) }], ...hint };
      }
      const content = marked(await resources.read(uri, context));
      if (content === undefined) throw new ResourceNotFoundError(markInvisible(uri));
      return { contents: [{ uri: markInvisible(uri), ...content }] };
    }),
  );
}

/** Models read it, so that invisible characters are marked; JSON stays JSON. */
function marked(content: ResourceContent | undefined): ResourceContent | undefined {
  if (content === undefined || !("text" in content)) return content;
  const mark = content.mimeType === "application/json" ? markInvisibleInJson : markInvisible;
  return { ...content, text: mark(content.text) };
}

/** Runs the body of a request other than a tool call: a failure becomes an error of the protocol. */
export async function guarded<Result>(log: Logger, body: () => Promise<Result>): Promise<Result> {
  startWatchdog();
  try {
    return await body();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    if (error instanceof CodedError) {
      const { code, message, isCallersFault } = error;
      const { InvalidParams, InternalError } = ProtocolErrorCode;
      const shown = markInvisible(message);
      throw new ProtocolError(isCallersFault ? InvalidParams : InternalError, shown, { code });
    }
    log.error("a resource request failed unexpectedly", { error });
    throw new ProtocolError(ProtocolErrorCode.InternalError, "Internal error");
  }
}
