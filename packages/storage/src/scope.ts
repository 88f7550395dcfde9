import { AsyncLocalStorage } from "node:async_hooks";
import { storageError, withoutParameters } from "./storage-error.ts";

/** The time during which a body may use the connection it was given. */
export type Scope = { readonly owner: object; open: boolean };

const running = new AsyncLocalStorage<Scope>();
let openScopes = 0;

/** Runs a body for at most `limitMs`; when it settles or its time is up, its scope is closed for good. */
export async function runInScope<Result>(
  owner: object,
  limitMs: number,
  body: (scope: Scope) => PromiseLike<Result>,
): Promise<Result> {
  const scope: Scope = { owner, open: true };
  openScopes += 1;
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tookTooLong(limitMs)), limitMs);
  });
  try {
    return await Promise.race([running.run(scope, () => body(scope)), timeUp]);
  } catch (error) {
    throw withoutParameters(error);
  } finally {
    clearTimeout(timer);
    scope.open = false;
    openScopes -= 1;
    // Before Node 24 every promise of the process costs more for as long as anything is followed.
    if (openScopes === 0) running.disable();
  }
}

/** A body that calls its own storage again would wait for itself, or miss its own changes. */
export function refuseNesting(owner: object): void {
  const scope = running.getStore();
  if (scope === undefined || !scope.open || scope.owner !== owner) return;
  throw storageError(
    "E-STORAGE-MISUSE",
    "A body given to the storage called the storage again. Use the `db` that the body was given.",
  );
}

export function refuseClosed(scope: Scope): void {
  if (scope.open) return;
  throw storageError(
    "E-STORAGE-MISUSE",
    "This `db` was used after its body had ended or had run out of time. Await every query inside the body.",
  );
}

function tookTooLong(limitMs: number) {
  return storageError(
    "E-STORAGE-TIMEOUT",
    `A database transaction was undone because its body took longer than ${limitMs} ms. Nothing was written; try again.`,
  );
}
