import type { Tone } from "../tone.ts";

const SEVERITIES: Readonly<Record<string, { shape: string; tone: Tone }>> = {
  critical: { shape: "▲", tone: "bad" },
  major: { shape: "◆", tone: "warn" },
  minor: { shape: "●", tone: "info" },
  nit: { shape: "○", tone: "muted" },
  info: { shape: "○", tone: "muted" },
};

/** A finding's words, its severity told by shape, colour and word. */
export function FindingText({ comment }: { comment: string }) {
  const [first = "", ...rest] = comment.split(" ");
  const severity = SEVERITIES[first];
  if (severity === undefined) return <>{comment}</>;
  return (
    <>
      <span class={`severity tone-${severity.tone}`}>
        <span aria-hidden="true">{severity.shape}</span> {first}
      </span>{" "}
      {rest.join(" ")}
    </>
  );
}

/** The tone of the bar next to a finding. */
export function toneOfFinding(comment: string): Tone {
  return SEVERITIES[comment.split(" ")[0] ?? ""]?.tone ?? "warn";
}
