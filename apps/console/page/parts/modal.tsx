import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

type Props = { label: string; onClose(): void; children: ComponentChildren };

/** A dialog over the page; Escape closes it, and the focus goes back to where it was. */
export function Modal({ label, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const opener = document.activeElement as HTMLElement | null;
    dialog.current?.showModal();
    return () => {
      // Nothing outside an open dialog takes the focus.
      dialog.current?.close();
      opener?.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label={label}
      onCancel={onClose}
      onClick={({ target }) => target === dialog.current && onClose()}
    >
      {children}
    </dialog>
  );
}
