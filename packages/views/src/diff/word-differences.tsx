import { diffWordsWithSpace } from "diff";

/** Two texts as one, with what went and what came. */
export function WordDifferences({ before, after }: { before: string; after: string }) {
  return (
    <p class="prose">
      {diffWordsWithSpace(before, after).map(({ value, added, removed }, index) => {
        if (added) return <ins key={index}>{value}</ins>;
        if (removed) return <del key={index}>{value}</del>;
        return value;
      })}
    </p>
  );
}
