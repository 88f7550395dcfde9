import { useState } from "preact/hooks";
import { Modal } from "./modal.tsx";

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
  return (
    <Modal label={title} onClose={() => answer(false)}>
      <h2>{title}</h2>
      <p class="prose">{text}</p>
      <p class="actions">
        <button type="button" class="quiet" onClick={() => answer(false)}>
          Not now
        </button>
        <button type="button" class={isDangerous ? "danger" : ""} onClick={() => answer(true)}>
          {yes}
        </button>
      </p>
    </Modal>
  );
}
