import { CopyButton } from "./copy-button.tsx";

/** Copies the address of what is shown; it works for this user while the console runs. */
export function CopyLink() {
  return <CopyButton text={() => location.href} label="Copy link" />;
}
