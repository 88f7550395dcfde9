type Props = { title: string; text: string; score: number | null };

export function ThoughtCard({ title, text, score }: Props) {
  return (
    <article class="card" aria-label="The chosen thought">
      <header class="card-head">
        <h3>{title}</h3>
        <span class="soft">{score === null ? "not scored" : score.toFixed(2)}</span>
      </header>
      <p class="prose">{text}</p>
    </article>
  );
}
