import { useEffect, useState } from "preact/hooks";
import { Modal } from "./modal.tsx";
import { Palette } from "./palette.tsx";

const KEYS: readonly [keys: string, does: string][] = [
  ["⌘K or Ctrl+K", "Go to any page, decision, run, session or tool"],
  ["/", "Search or filter on this page"],
  ["j, k", "Next or previous in the list"],
  ["↑ ↓ ← →", "Walk a graph or a list that has the focus"],
  ["?", "Show these shortcuts"],
  ["Esc", "Close"],
];

/** The keys that work on every page, and what they open. */
export function Shortcuts() {
  const [open, setOpen] = useState<"palette" | "help">();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key } = event;
      const isPalette = key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey);
      if (isPalette) setOpen("palette");
      else if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      else if (key === "?") setOpen("help");
      else if (key === "/") document.querySelector<HTMLElement>("main input[type=search]")?.focus();
      else if (key === "j" || key === "k") step(key === "j" ? 1 : -1);
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  const close = () => setOpen(undefined);
  return (
    <>
      <button type="button" class="quiet palette-button" onClick={() => setOpen("palette")}>
        Go to … <kbd>⌘K</kbd>
      </button>
      {open === "palette" && <Palette onClose={close} />}
      {open === "help" && (
        <Modal label="Shortcuts" onClose={close}>
          <h2>Shortcuts</h2>
          <dl class="shortcuts">
            {KEYS.map(([keys, does]) => (
              <div key={keys}>
                <dt>
                  <kbd>{keys}</kbd>
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
          <p class="actions">
            <button type="button" class="quiet" onClick={close}>
              Close
            </button>
          </p>
        </Modal>
      )}
    </>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest("input, textarea, select, dialog, [contenteditable]") !== null
  );
}

/** The next link of the list on this page; the list draws only rows in sight, and the next is always one of them. */
function step(by: number): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>(".browse-rows a, main .rows a")];
  const current = links.findIndex((link) => link.getAttribute("aria-current") === "true");
  const next = links[Math.min(links.length - 1, Math.max(0, current + by))];
  next?.click();
}
