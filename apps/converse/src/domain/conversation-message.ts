export type Image = { mimeType: string; base64: string };

/** One message of a conversation: what was said, and what files and images were said it with. */
export type ConversationMessage = {
  role: "user" | "assistant";
  text: string;
  /** The content of the files, as the models see it. */
  context?: string | undefined;
  images: readonly Image[];
};

/** What a model reads: the files first, since models answer best what comes last. */
export function textOf({ text, context }: ConversationMessage): string {
  return context === undefined || context === "" ? text : `${context}\n\n${text}`;
}
