import { diffSentences } from "diff";

/** Which sentences of a text were kept, dropped and added in another. */
export function SentenceDifferences({ before, after }: { before: string; after: string }) {
  const parts = diffSentences(before, after).filter(({ value }) => value.trim() !== "");
  return (
    <ul class="sentences">
      {parts.map(({ value, added, removed }, index) => {
        if (added)
          return (
            <li key={index} class="tone-good">
              <span class="sentence-mark">added</span> <ins>{value.trim()}</ins>
            </li>
          );
        if (removed)
          return (
            <li key={index} class="tone-bad">
              <span class="sentence-mark">dropped</span> <del>{value.trim()}</del>
            </li>
          );
        return (
          <li key={index} class="tone-muted">
            <span class="sentence-mark">kept</span> {value.trim()}
          </li>
        );
      })}
    </ul>
  );
}
