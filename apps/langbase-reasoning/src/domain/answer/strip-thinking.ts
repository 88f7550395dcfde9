const TAG = /<(\/?)(?:think|thinking|reasoning|scratchpad)>/gi;

/** A completion without the thinking that some models write before it. When nothing else is there, the thinking is the answer. */
export function stripThinking(completion: string): string {
  let kept = "";
  let from = 0;
  let isThinking = false;
  for (const tag of completion.matchAll(TAG)) {
    const isClosing = tag[1] === "/";
    // Some servers swallow the opening tag: all before a stray closing one was thinking.
    if (isClosing && !isThinking) kept = "";
    else if (!isClosing && !isThinking) kept += completion.slice(from, tag.index);
    isThinking = !isClosing;
    from = tag.index + tag[0].length;
  }
  const answer = (isThinking ? kept : kept + completion.slice(from)).trim();
  return answer === "" ? completion.replace(TAG, "").trim() : answer;
}
