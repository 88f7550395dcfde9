export type ResourceItem = { uri: string; kind: string; metadata?: Record<string, unknown> };

/** The id in `sc://runs/<id>/events`. */
export function idOf({ uri }: ResourceItem): string {
  return decodeURIComponent(uri.split("/")[3] ?? "");
}
