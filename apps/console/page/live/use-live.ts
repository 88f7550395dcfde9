import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { ServerName } from "../servers.ts";
import { follow } from "./mcp.ts";

export type Live<Value> = {
  value: Value | undefined;
  error: string | undefined;
  reload(): void;
};

const RETRY_MS = 1_000;
/** Changes within this time are one. */
const GATHER_MS = 60;

/**
 * A value that is loaded, and loaded again whenever the server says that one of the resources has changed. A pending
 * result for an earlier `key` is dropped.
 */
export function useLive<Value>(
  server: ServerName,
  uris: readonly string[],
  key: string,
  load: () => Promise<Value>,
): Live<Value> {
  const [{ value, error, of }, set] = useState<{
    value?: Value | undefined;
    error?: string | undefined;
    of: string;
  }>({ of: key });
  const loading = useRef(load);
  loading.current = load;
  const wanted = useRef(key);
  wanted.current = key;

  const reload = useCallback(() => {
    const asked = wanted.current;
    const settle = (outcome: { value?: Value; error?: string }) => {
      if (wanted.current === asked)
        set((before) => ({
          ...(before.of === asked && "error" in outcome ? { value: before.value } : {}),
          ...outcome,
          of: asked,
        }));
    };
    loading.current().then(
      (found) => settle({ value: found }),
      (reason: unknown) => settle({ error: (reason as Error).message }),
    );
  }, []);

  const subjects = uris.join("\n");
  useEffect(() => {
    let stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const changed = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        reload();
      }, GATHER_MS);
    };
    const listen = async () => {
      const { signal } = stop;
      while (!signal.aborted) {
        await follow(server, subjects.split("\n"), changed, signal).catch(() => undefined);
        if (signal.aborted) return;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
        if (!signal.aborted) reload();
      }
    };
    const attend = () => {
      stop.abort();
      if (document.hidden) return;
      stop = new AbortController();
      reload();
      if (subjects !== "") void listen();
    };
    attend();
    document.addEventListener("visibilitychange", attend);
    return () => {
      document.removeEventListener("visibilitychange", attend);
      clearTimeout(timer);
      stop.abort();
    };
  }, [server, subjects, key, reload]);

  return of === key ? { value, error, reload } : { value: undefined, error: undefined, reload };
}
