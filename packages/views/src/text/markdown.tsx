import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";

type Render = (text: string) => ComponentChildren;
let loaded: Render | undefined;

/** A model's text in Markdown; as plain text until the parser is here. */
export function Markdown({ text }: { text: string }) {
  const [render, setRender] = useState<Render | undefined>(() => loaded);
  useEffect(() => {
    if (loaded === undefined)
      void import("./render-markdown.tsx").then(({ renderMarkdown }) => {
        loaded = renderMarkdown;
        setRender(() => renderMarkdown);
      });
  }, []);
  const children = useMemo(() => render?.(text), [render, text]);
  if (children === undefined) return <p class="prose">{text}</p>;
  return <div class="markdown">{children}</div>;
}
