import { useEffect, useState } from "preact/hooks";

/** The page and what is shown on it, from `#/page/part/part`. */
export function useRoute(): string[] {
  const [route, setRoute] = useState(read);
  useEffect(() => {
    const follow = () => setRoute(read());
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return route;
}

export function linkTo(...parts: readonly string[]): string {
  return `#/${parts.map(encodeURIComponent).join("/")}`;
}

export function go(...parts: readonly string[]): void {
  location.hash = linkTo(...parts);
}

function read(): string[] {
  return location.hash.replace(/^#\/?/, "").split("/").map(decode);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A stray percent sign belongs to the name.
    return part;
  }
}
