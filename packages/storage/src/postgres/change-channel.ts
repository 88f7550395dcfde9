import { identifier, quote } from "./postgres-text.ts";

/** Where the commits of one schema are told. */
export function listenTo(namespace: string): string {
  return `listen ${identifier(channel(namespace))}`;
}

/** The sender's name goes with it, so that nobody is woken by itself. */
export function notifyOthers(namespace: string, sender: string): string {
  return `notify ${identifier(channel(namespace))}, ${quote(sender)}`;
}

function channel(namespace: string): string {
  return `faculties_${namespace}`;
}
