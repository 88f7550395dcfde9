import { identifier, quote } from "./postgres-text.ts";

const LONGEST_NAME = 63;

/** Where the commits of one schema are told, as PostgreSQL cuts the name. */
export function channelOf(namespace: string): string {
  return `faculties_${namespace}`.slice(0, LONGEST_NAME);
}

export function listenTo(namespace: string): string {
  return `listen ${identifier(channelOf(namespace))}`;
}

/** The sender's name goes with it, so that nobody is woken by itself. */
export function notifyOthers(namespace: string, sender: string): string {
  return `notify ${identifier(channelOf(namespace))}, ${quote(sender)}`;
}
