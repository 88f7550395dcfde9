type Subject = { content?: string | undefined; thought_id?: string | undefined };

/** A tool that analyses either given text or a stored thought needs one of the two. */
export function hasContentOrThought({ content, thought_id }: Subject): boolean {
  return content !== undefined || thought_id !== undefined;
}

export const contentOrThoughtRequired = {
  path: ["content"],
  error: "Either content or thought_id is required",
};
