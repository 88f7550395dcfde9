import { useState } from "preact/hooks";

const SHOWN_MS = 1_500;
const LABELS = { ready: "Copy", copied: "Copied", refused: "Not allowed" };

export function CopyButton({ text, what }: { text: string; what: string }) {
  const [state, setState] = useState<keyof typeof LABELS>("ready");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState("copied");
    } catch {
      // The browser refuses without a permission, and has no clipboard on pages that are not secure.
      setState("refused");
    }
    setTimeout(() => setState("ready"), SHOWN_MS);
  };
  return (
    <button type="button" class="quiet" aria-label={`Copy ${what}`} onClick={() => void copy()}>
      {LABELS[state]}
    </button>
  );
}
