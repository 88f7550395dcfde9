import { InvalidInput } from "../tools/parse-input.ts";

export type ResourceEntry = {
  uri: string;
  name: string;
  title?: string;
  description?: string;
  mimeType?: string;
  annotations?: { lastModified?: string };
};

export type ResourceTemplate = Omit<ResourceEntry, "uri"> & { uriTemplate: string };

export type ResourceContent =
  | { mimeType: string; text: string }
  | { mimeType: string; blob: string };

/** A server's data as native MCP resources. */
export type ResourceCatalog<Context> = {
  templates: readonly ResourceTemplate[];
  list(
    context: Context,
    cursor: string | undefined,
  ): Promise<{ entries: ResourceEntry[]; nextCursor?: string | undefined }>;
  /** Undefined when there is no such resource. */
  read(uri: string, context: Context): Promise<ResourceContent | undefined>;
  /** The one address that changes are reported at, of a resource that can be read at several. */
  reportedUri?(uri: string): string;
  /**
   * Called when the first client subscribes: reports what other processes change until `signal` aborts. Changes
   * made by this process are reported to the `ResourceChanges` that the context was created with.
   */
  watch?(context: Context, changes: ResourceChanges, signal: AbortSignal): void;
};

export type ResourceChanges = {
  updated(uri: string): void;
  listChanged(): void;
};

/** The number in a cursor of `resources/list`, for catalogs that page by one; undefined for the first page. */
export function cursorNumber(cursor: string | undefined): number | undefined {
  if (cursor === undefined || cursor === "") return undefined;
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw new InvalidInput([
    { field: "cursor", reason: "must be the nextCursor of an earlier page; begin without one" },
  ]);
}
