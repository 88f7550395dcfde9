import type { ConsoleState } from "../live/console-state.ts";
import { switchSample } from "../live/console-state.ts";

export function SampleBanner({ sample: { phase, message } }: { sample: ConsoleState["sample"] }) {
  if (phase === "off") return null;
  return (
    <div class={`banner tone-${phase === "failed" ? "bad" : "warn"}`} role="status">
      <strong>Sample data</strong>
      <span>
        {phase === "on"
          ? "Everything here is made up. Your own data is untouched."
          : phase === "failed"
            ? `It could not be loaded: ${message}`
            : `${message}…`}
      </span>
      {(phase === "on" || phase === "failed") && (
        <button type="button" class="quiet" onClick={() => void switchSample(false)}>
          Remove sample data
        </button>
      )}
    </div>
  );
}
