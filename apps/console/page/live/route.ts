import { useCallback, useEffect, useState } from "preact/hooks";

/** The page and what is shown on it, from `#/page/part/part?name=value`. */
export function useRoute(): string[] {
  const hash = useHash();
  return split(hash).path;
}

/** A part of the address that a page keeps for itself, such as a search; an empty one is left out. */
export function useParameter(name: string): [value: string, set: (value: string) => void] {
  const value = split(useHash()).parameters.get(name) ?? "";
  const set = useCallback(
    (next: string) => {
      const [path = ""] = location.hash.split("?");
      const { parameters } = split(location.hash);
      if (next === "") parameters.delete(name);
      else parameters.set(name, next);
      const query = parameters.toString();
      // A search does not become a step in the history of the tab.
      history.replaceState(null, "", `${path || "#/"}${query === "" ? "" : `?${query}`}`);
      dispatchEvent(new HashChangeEvent("hashchange"));
    },
    [name],
  );
  return [value, set];
}

export function linkTo(...parts: readonly string[]): string {
  return `#/${parts.map(encodeURIComponent).join("/")}`;
}

/** A link that keeps the search and the filters of the page. */
export function linkWithin(...parts: readonly string[]): string {
  const [, query] = location.hash.split("?");
  return query === undefined ? linkTo(...parts) : `${linkTo(...parts)}?${query}`;
}

export function go(...parts: readonly string[]): void {
  location.hash = linkTo(...parts);
}

function useHash(): string {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const follow = () => setHash(location.hash);
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return hash;
}

function split(hash: string): { path: string[]; parameters: URLSearchParams } {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  return { path: path.split("/").map(decode), parameters: new URLSearchParams(query) };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A stray percent sign belongs to the name.
    return part;
  }
}
