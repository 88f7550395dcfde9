import type { Tone } from "@faculties/views";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { linkWithin, useParameter } from "../live/route.ts";
import { Ago } from "./ago.tsx";

export type BrowseItem = {
  key: string;
  /** The parts of the address that shows it. */
  link: readonly string[];
  title: string;
  status?: { word: string; tone: Tone } | undefined;
  note?: string | undefined;
  at?: number | string | undefined;
};

type Props = {
  label: string;
  items: readonly BrowseItem[];
  current: string | undefined;
  /** Without a field and chips for lists that are always short. */
  isPlain?: boolean;
};

const ROW_PX = 60;
/** Rows that are drawn above and below those in sight. */
const MARGIN = 6;

/** A list of any length next to the thing that is selected in it: filter, status, keyboard; only rows in sight are drawn. */
export function BrowseList({ label, items, current, isPlain = false }: Props) {
  const [filter, setFilter] = useParameter("filter");
  const [status, setStatus] = useParameter("status");
  const words = useMemo(() => countStatuses(items), [items]);
  const shown = useMemo(
    () => (isPlain ? items : items.filter(matching(filter, status))),
    [items, filter, status, isPlain],
  );
  return (
    <nav class="browse-list" aria-label={label}>
      {!isPlain && (
        <div class="browse-filter">
          <input
            type="search"
            value={filter}
            aria-label={`Filter ${label.toLowerCase()}`}
            placeholder={`Filter ${items.length} ${label.toLowerCase()}`}
            onInput={({ currentTarget: { value } }) => setFilter(value)}
          />
          {words.length > 1 && (
            <p class="chips" role="group" aria-label="Status">
              {words.map(({ word, tone, count }) => (
                <button
                  key={word}
                  type="button"
                  class={`chip tone-${tone}`}
                  aria-pressed={word === status}
                  onClick={() => setStatus(word === status ? "" : word)}
                >
                  {word} <span class="soft">{count}</span>
                </button>
              ))}
            </p>
          )}
        </div>
      )}
      <Rows items={shown} current={current} />
      {shown.length === 0 && <p class="soft small">None of the {items.length} matches.</p>}
    </nav>
  );
}

function Rows({ items, current }: { items: readonly BrowseItem[]; current: string | undefined }) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 900 });
  const measure = () => {
    const { scrollTop = 0, clientHeight = 900 } = box.current ?? {};
    setView({ top: scrollTop, height: clientHeight });
  };
  useEffect(() => {
    const watcher = new ResizeObserver(measure);
    if (box.current) watcher.observe(box.current);
    return () => watcher.disconnect();
  }, []);
  const position = items.findIndex(({ key }) => key === current);
  useEffect(() => {
    const at = position * ROW_PX;
    const element = box.current;
    if (position < 0 || element === null) return;
    if (at < element.scrollTop || at + ROW_PX > element.scrollTop + element.clientHeight)
      element.scrollTop = at - element.clientHeight / 3;
  }, [position]);
  const first = Math.max(0, Math.floor(view.top / ROW_PX) - MARGIN);
  const last = Math.ceil((view.top + view.height) / ROW_PX) + MARGIN;
  const step = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    const next = items[Math.min(items.length - 1, Math.max(0, position + by))];
    if (next === undefined) return;
    event.preventDefault();
    location.hash = linkWithin(...next.link);
  };
  return (
    <div class="browse-rows" ref={box} onScroll={measure} onKeyDown={step}>
      <ul style={{ height: `${items.length * ROW_PX}px` }}>
        {items.slice(first, last).map((item, index) => (
          <li
            key={item.key}
            style={{ top: `${(first + index) * ROW_PX}px`, height: `${ROW_PX}px` }}
            aria-setsize={items.length}
            aria-posinset={first + index + 1}
          >
            <Row item={item} isCurrent={item.key === current} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Row({
  item: { link, title, status, note, at },
  isCurrent,
}: {
  item: BrowseItem;
  isCurrent: boolean;
}) {
  return (
    <a href={linkWithin(...link)} aria-current={isCurrent ? "true" : undefined} title={title}>
      <span class="browse-title">{title}</span>
      {status && <span class={`tag tone-${status.tone}`}>{status.word}</span>}
      <span class="browse-note soft">
        {note !== undefined && <span>{note}</span>}
        {at !== undefined && <Ago at={at} />}
      </span>
    </a>
  );
}

function matching(filter: string, status: string): (item: BrowseItem) => boolean {
  const wanted = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return ({ title, note = "", key, status: own }) => {
    if (status !== "" && own?.word !== status) return false;
    const text = `${title} ${note} ${key}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  };
}

function countStatuses(items: readonly BrowseItem[]) {
  const counted = new Map<string, { word: string; tone: Tone; count: number }>();
  for (const { status } of items) {
    if (status === undefined) continue;
    const known = counted.get(status.word);
    if (known) known.count += 1;
    else counted.set(status.word, { ...status, count: 1 });
  }
  return [...counted.values()].toSorted((left, right) => right.count - left.count);
}
