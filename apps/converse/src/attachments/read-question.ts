import { allowedArea } from "@faculties/files";
import type { ToolCall } from "@faculties/mcp-kit";
import type { Context } from "../context.ts";
import type { ConversationMessage } from "../domain/conversation-message.ts";
import { allowedDirectories } from "./allowed-directories.ts";
import { type Attachments, type FileAccess, loadAttachments } from "./load-attachments.ts";

type AskedQuestion = Attachments & { message: ConversationMessage };

/** Reads the files and images of a prompt, and removes the server's own secrets from the files. */
export async function readQuestion(
  given: {
    prompt: string;
    files?: readonly string[] | undefined;
    images?: readonly string[] | undefined;
  },
  converse: Context,
  call: ToolCall,
): Promise<AskedQuestion> {
  const attachments = await loadAttachments(
    { files: given.files ?? [], images: given.images ?? [] },
    () => openFileAccess(converse, call),
  );
  const context = converse.redact(attachments.context);
  const { images } = attachments;
  return { ...attachments, message: { role: "user", text: given.prompt, context, images } };
}

/** The folders that a call may read. */
async function openFileAccess(
  { settings, allowedDirectories: configured, ownState }: Context,
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
