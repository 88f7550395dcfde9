import type { ToolCall } from "@faculties/mcp-kit";
import { type Attachments, loadAttachments } from "../attachments/load-attachments.ts";
import { openFileAccess } from "../attachments/open-file-access.ts";
import type { ConverseContext } from "../context.ts";
import type { ConversationMessage } from "../domain/conversation-message.ts";

export type AskedQuestion = Attachments & { message: ConversationMessage };

/** A prompt with its files and images, read; the files without the server's own secrets. */
export async function readQuestion(
  given: {
    prompt: string;
    files?: readonly string[] | undefined;
    images?: readonly string[] | undefined;
  },
  converse: ConverseContext,
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
