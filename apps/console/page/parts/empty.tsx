import type { ComponentChildren } from "preact";
import { switchSample } from "../live/console-state.ts";

type Props = { title: string; children: ComponentChildren; canLoadSample?: boolean };

/** The placeholder of an empty page: it says how to fill it. */
export function Empty({ title, children, canLoadSample = true }: Props) {
  return (
    <section class="empty card">
      <h2>{title}</h2>
      {children}
      {canLoadSample && (
        <p>
          <button type="button" onClick={() => void switchSample(true)}>
            Load sample data
          </button>{" "}
          <span class="soft">It is marked, kept apart from yours, and can be removed.</span>
        </p>
      )}
    </section>
  );
}
