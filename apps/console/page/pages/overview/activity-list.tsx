import type { Activity } from "../../domain/activity.ts";
import { linkTo } from "../../live/route.ts";
import { Ago } from "../../parts/ago.tsx";

type Props = { id: string; title: string; items: readonly Activity[]; empty: string };

export function ActivityList({ id, title, items, empty }: Props) {
  return (
    <section class="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {items.length === 0 && <p class="soft">{empty}</p>}
      <ul class="rows activity">
        {items.map(({ key, page, title: words, link, at, status }) => (
          <li key={`${page} ${key}`}>
            <a href={linkTo(...link)}>
              <span class="row-title">{words}</span>
              {status && status.word !== "" && (
                <span class={`tag tone-${status.tone}`}>{status.word}</span>
              )}
              <span class="browse-note soft">
                <span>{page}</span>
                <Ago at={at} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
