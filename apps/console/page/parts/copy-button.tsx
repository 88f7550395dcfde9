import { useState } from "preact/hooks";

const SHOWN_MS = 1_500;

type Props = {
  text: string | (() => string);
  /** The thing that is copied, for people who hear the page; a label of its own says it to all. */
  what?: string;
  label?: string;
};

export function CopyButton({ text, what, label = "Copy" }: Props) {
  const [state, setState] = useState<"ready" | "copied" | "refused">("ready");
  const labels = { ready: label, copied: "Copied", refused: "Not allowed" };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === "string" ? text : text());
      setState("copied");
    } catch {
      // The browser refuses without a permission, and has no clipboard on pages that are not secure.
      setState("refused");
    }
    setTimeout(() => setState("ready"), SHOWN_MS);
  };
  return (
    <button
      type="button"
      class="quiet"
      aria-label={what === undefined ? undefined : `Copy ${what}`}
      onClick={() => void copy()}
    >
      {labels[state]}
    </button>
  );
}
