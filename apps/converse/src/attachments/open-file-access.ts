import { allowedArea } from "@faculties/files";
import type { ToolCall } from "@faculties/mcp-kit";
import type { ConverseContext } from "../context.ts";
import { allowedDirectories } from "./allowed-directories.ts";
import type { FileAccess } from "./load-attachments.ts";

/** What a call may read. */
export async function openFileAccess(
  { settings, allowedDirectories: configured, ownState }: ConverseContext,
  call: ToolCall,
): Promise<FileAccess> {
  const sources = { configured, isOverHttp: settings.http !== undefined, cwd: process.cwd() };
  const { directories, refused } = await allowedDirectories(sources, call);
  const area = allowedArea(directories, {
    ownState: await ownState(),
    allowsSecrets: settings.allowSecretFiles,
  });
  return { area, refused };
}
