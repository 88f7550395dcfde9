import { useLayoutEffect, useRef, useState } from "preact/hooks";

export type Question = { title: string; text: string; yes: string; isDangerous?: boolean };
type Asked = Question & { answer(isYes: boolean): void };

/** Asks before something is done that cannot be taken back. */
export function useConfirm() {
  const [asked, setAsked] = useState<Asked>();
  const ask = (question: Question) =>
    new Promise<boolean>((resolve) => {
      setAsked({
        ...question,
        answer(isYes) {
          setAsked(undefined);
          resolve(isYes);
        },
      });
    });
  return { ask, dialog: asked && <ConfirmDialog {...asked} /> };
}

function ConfirmDialog({ title, text, yes, isDangerous = false, answer }: Asked) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const asker = document.activeElement as HTMLElement | null;
    dialog.current?.showModal();
    return () => {
      // Nothing outside an open dialog takes the focus.
      dialog.current?.close();
      asker?.focus();
    };
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby="question" onCancel={() => answer(false)}>
      <h2 id="question">{title}</h2>
      <p class="prose">{text}</p>
      <p class="actions">
        <button type="button" class="quiet" onClick={() => answer(false)}>
          Not now
        </button>
        <button type="button" class={isDangerous ? "danger" : ""} onClick={() => answer(true)}>
          {yes}
        </button>
      </p>
    </dialog>
  );
}
