import { useState } from "preact/hooks";

const SHOWN_MS = 1_500;

export function CopyButton({ text, what }: { text: string; what: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), SHOWN_MS);
  };
  return (
    <button type="button" class="quiet" aria-label={`Copy ${what}`} onClick={() => void copy()}>
      {isCopied ? "Copied" : "Copy"}
    </button>
  );
}
