import { readFile } from "node:fs/promises";
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
} from "@modelcontextprotocol/server";
import type { ResourceContent, ResourceEntry } from "../resources/catalog.ts";

const VIEW_TYPE = "text/html;profile=mcp-app";
const VIEWS_EXTENSION = "io.modelcontextprotocol/ui";

/** A page that clients with MCP Apps show next to the results of tools: one file, which asks nobody but its host. */
export type ToolView = {
  /** `ui://…` */
  uri: string;
  title: string;
  /** The page, in the file that the build put next to the server. */
  file: URL;
};

export function viewEntry({ uri, title }: ToolView): ResourceEntry {
  return { uri, name: "view", title, mimeType: VIEW_TYPE };
}

export async function readView({ file }: ToolView): Promise<ResourceContent> {
  return { mimeType: VIEW_TYPE, text: await readFile(file, "utf8") };
}

/** Metadata that tells a client that a tool's results have a view. */
export function viewMeta({ uri }: ToolView) {
  return { _meta: { ui: { resourceUri: uri } } };
}

/** How a server with views says so: both sides declare the extension. */
export const VIEWS_CAPABILITY = { [VIEWS_EXTENSION]: { mimeTypes: [VIEW_TYPE] } };

/** Clients say whether they show views: those of 2026 with each request, the older ones when they connect. */
export function showsViews(
  envelope: { [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } | undefined,
  atConnection: ClientCapabilities | undefined,
): boolean {
  const offered = envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? atConnection;
  const { mimeTypes } = (offered?.extensions?.[VIEWS_EXTENSION] ?? {}) as { mimeTypes?: unknown };
  return Array.isArray(mimeTypes) && mimeTypes.includes(VIEW_TYPE);
}
