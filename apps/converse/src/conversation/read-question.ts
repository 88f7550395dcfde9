import type { ToolCall } from "@faculties/mcp-kit";
import { allowedDirectories } from "../attachments/allowed-directories.ts";
import { type Attachments, loadAttachments } from "../attachments/load-attachments.ts";
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
  { redact, allowedDirectories: configured }: ConverseContext,
  call: ToolCall,
): Promise<AskedQuestion> {
  const attachments = await loadAttachments(
    { files: given.files ?? [], images: given.images ?? [] },
    () => allowedDirectories(configured, call),
  );
  const context = redact(attachments.context);
  const { images } = attachments;
  return { ...attachments, message: { role: "user", text: given.prompt, context, images } };
}
