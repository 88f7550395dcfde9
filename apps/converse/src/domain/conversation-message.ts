export const PDF_TYPE = "application/pdf";

/** A picture, or a PDF, which models see as well. */
export type Image = { mimeType: string; base64: string };

/** One message of a conversation with its files and images. */
export type ConversationMessage = {
  role: "user" | "assistant";
  text: string;
  /** The content of the files, as the models see it. */
  context?: string | undefined;
  images: readonly Image[];
};

/** The text for a model: the files first, because models answer best what comes last. */
export function textOf({ text, context }: ConversationMessage): string {
  return context === undefined || context === "" ? text : `${context}\n\n${text}`;
}

export function isPicture({ mimeType }: Image): boolean {
  return mimeType !== PDF_TYPE;
}
