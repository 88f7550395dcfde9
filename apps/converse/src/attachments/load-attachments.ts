import { fileURLToPath } from "node:url";
import { CodedError } from "@faculties/errors";
import { type AllowedArea, FileRefusal, findFiles, readContained } from "@faculties/files";
import type { Notice } from "@faculties/schemas/converse/notice";
import { type Image, PDF_TYPE } from "../domain/conversation-message.ts";
import { imageType } from "../domain/image-type.ts";
import {
  type Lines,
  linesOf,
  renderAttached,
  renderFile,
  renderMissingFile,
  type TextFile,
} from "../domain/render-file.ts";
import { loadImage } from "./load-image.ts";

/** The folders that may be read, and the reasons why offered folders may not. */
export type FileAccess = { area: AllowedArea; refused: readonly string[] };

export type Attachments = {
  /** The files as the models see them; empty when there are none. */
  context: string;
  files: string[];
  images: Image[];
  notices: Notice[];
};

type LoadedSource<Value> =
  | { source: string; value: Value }
  | { source: string; problem: string; isFound: boolean };

type LoadedFile = { context: string; pdf?: Image | undefined };

const READ_AT_ONCE = 8;
/** No model takes this much, and more would only use memory. */
const MAX_TOGETHER = 64 * 1024 * 1024;
const LONGEST_SHOWN_SOURCE = 200;
const MOST_LISTED = 20;

/** Reads files and images. A notice reports each one that cannot be read; if none can be read, the call fails. */
export async function loadAttachments(
  given: { files: readonly string[]; images: readonly string[] },
  openAccess: () => Promise<FileAccess>,
): Promise<Attachments> {
  if (given.files.length + given.images.length === 0) {
    return { context: "", files: [], images: [], notices: [] };
  }
  let opened: Promise<FileAccess> | undefined;
  const access = () => (opened ??= openAccess());
  const area = async () => (await access()).area;
  const found = await expandAll(given.files, access);
  const loaded = await loadAll(found, access, {
    load: async (path, { lines }) => loadFile(path, lines, await area()),
    sizeOf: ({ context, pdf }) => context.length + (pdf?.base64.length ?? 0),
  });
  // A folder may hold pictures and archives; only what was named must be readable.
  const files = loaded.filter((outcome) => "value" in outcome || !outcome.isFound);
  const images = await loadAll(given.images, access, {
    load: (source) => loadImage(source, area),
    sizeOf: ({ base64 }) => base64.length,
  });

  const notices = [
    ...files.flatMap((outcome) => noticeOf("file_skipped", outcome)),
    ...unreadNotice(loaded.length - files.length),
    ...images.flatMap((outcome) => noticeOf("image_skipped", outcome)),
  ];
  const listed = firstOf(notices);
  const isRead = [...files, ...images].some((outcome) => "value" in outcome);
  if (!isRead) throw nothingReadable(listed);
  const pdfs = files.flatMap((outcome) => ("value" in outcome ? (outcome.value.pdf ?? []) : []));
  return {
    context: files.map(contextOf).join("\n\n"),
    files: files.flatMap((outcome) => ("value" in outcome ? [outcome.source] : [])),
    images: [...pdfs, ...images.flatMap((outcome) => ("value" in outcome ? [outcome.value] : []))],
    notices: listed,
  };
}

/** A source, and where it came from. */
type Named = {
  source: string;
  lines?: Lines | undefined;
  /** A folder or a pattern led to it. */
  isFound?: boolean;
  /** Why nothing is behind the source. */
  refusal?: unknown;
};

type Kind<Value> = {
  load(path: string, named: Named): Promise<Value>;
  sizeOf(value: Value): number;
};

/** The files behind paths, folders and patterns, each once. */
async function expandAll(
  sources: readonly string[],
  access: () => Promise<FileAccess>,
): Promise<Named[]> {
  const files = new Map<string, Named>();
  for (const source of sources) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one folder after the other, so that a call does not open thousands
      const found = await findFiles(pathOf(source), (await access()).area);
      for (const { path, lines } of found.files) {
        const key = JSON.stringify([path, lines]);
        const shown = found.isSeveral || lines !== undefined ? path : source;
        if (!files.has(key)) files.set(key, { source: shown, lines, isFound: found.isSeveral });
      }
    } catch (refusal) {
      files.set(source, { source, refusal });
    }
  }
  return [...files.values()];
}

function unreadNotice(count: number): Notice[] {
  if (count === 0) return [];
  const message = `${count} of the files found are not text, or cannot be read, and were left out.`;
  return [{ type: "file_skipped", message }];
}

async function loadAll<Value>(
  given: readonly (string | Named)[],
  access: () => Promise<FileAccess>,
  { load, sizeOf }: Kind<Value>,
): Promise<LoadedSource<Value>[]> {
  const sources = given.map((one): Named => (typeof one === "string" ? { source: one } : one));
  const outcomes: LoadedSource<Value>[] = [];
  let room = MAX_TOGETHER;
  for (let from = 0; from < sources.length; from += READ_AT_ONCE) {
    const batch = sources.slice(from, from + READ_AT_ONCE).map(async (named) => {
      const { source, isFound = false, refusal } = named;
      try {
        if (refusal !== undefined) throw refusal;
        if (room <= 0)
          throw new FileRefusal("too-large", "Those before it are too large together.");
        const value = await load(pathOf(source), named);
        room -= sizeOf(value);
        return { source, value };
      } catch (error) {
        const problem = await problemOf(error, access);
        return { source: source.slice(0, LONGEST_SHOWN_SOURCE), problem, isFound };
      }
    });
    outcomes.push(...(await Promise.all(batch)));
  }
  return outcomes;
}

function pathOf(source: string): string {
  if (!source.startsWith("file://")) return source;
  try {
    return fileURLToPath(source);
  } catch (cause) {
    throw new FileRefusal("invalid-path", "The file: URI does not name a local file.", cause);
  }
}

async function problemOf(error: unknown, access: () => Promise<FileAccess>): Promise<string> {
  if (!(error instanceof FileRefusal)) {
    const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
    return `It cannot be read${code}.`;
  }
  if (error.reason !== "outside") return error.message;
  const { area, refused } = await access();
  const allowed =
    area.named.length === 0 ? "None is allowed now" : `Allowed: ${area.named.join(", ")}`;
  const why = refused.length === 0 ? "" : ` (${refused.join("; ")})`;
  return `${error.message} ${allowed}${why}; CONVERSE_ALLOWED_DIRS sets them.`;
}

function contextOf(outcome: LoadedSource<LoadedFile>): string {
  return "value" in outcome
    ? outcome.value.context
    : renderMissingFile(outcome.source, "not readable");
}

function noticeOf(type: Notice["type"], outcome: LoadedSource<unknown>): Notice[] {
  if ("value" in outcome) return [];
  return [{ type, message: outcome.problem, path: outcome.source }];
}

/** The first notices and the number of the others, so that notices do not fill the answer. */
function firstOf(notices: readonly Notice[]): Notice[] {
  const listed = notices.slice(0, MOST_LISTED);
  const rest = notices.length - listed.length;
  const more = `${rest} more cannot be read, for reasons like these.`;
  return rest === 0 ? listed : [...listed, { type: "file_skipped", message: more }];
}

function nothingReadable(notices: readonly Notice[]): CodedError {
  const list = notices
    .map(({ path, message }) => (path === undefined ? message : `${path}: ${message}`))
    .join(" ");
  return new CodedError("INVALID_INPUT", `None of the files and images can be read. ${list}`);
}

const MAX_TEXT_BYTES = 1024 * 1024;
const MAX_PDF_BYTES = 10 * 1024 * 1024;

/** A text, whole or some lines of it; or a PDF, which goes to the vendor as it is and is not opened here. */
async function loadFile(
  path: string,
  lines: Lines | undefined,
  area: AllowedArea,
): Promise<LoadedFile> {
  if (path.toLowerCase().endsWith(".pdf")) {
    const { bytes, modifiedAt } = await readContained(path, area, MAX_PDF_BYTES);
    if (!isPdf(bytes)) throw new FileRefusal("unreadable", "It is not a PDF, whatever its name.");
    if (lines !== undefined)
      throw new FileRefusal("unreadable", "A PDF has no lines. Give it whole.");
    const pdf = { mimeType: PDF_TYPE, base64: bytes.toString("base64") };
    return { context: renderAttached({ path, bytes: bytes.length, modifiedAt }), pdf };
  }
  const file = await loadTextFile(path, area);
  return { context: renderFile(file, checkedLines(file.text, lines)) };
}

function isPdf(bytes: Buffer): boolean {
  return bytes.subarray(0, 1024).includes("%PDF-");
}

function checkedLines(text: string, lines: Lines | undefined): Lines | undefined {
  const count = linesOf(text).length;
  if (lines === undefined || lines.from <= count) return lines;
  const message = `It has ${count} lines, so there is no line ${lines.from}.`;
  throw new FileRefusal("unreadable", message);
}

/** A text file of any kind. Its bytes decide whether it is text, not its name. */
async function loadTextFile(path: string, area: AllowedArea): Promise<TextFile> {
  const { bytes, modifiedAt } = await readContained(path, area, MAX_TEXT_BYTES);
  if (imageType(bytes) !== undefined) {
    throw new FileRefusal("unreadable", "It is an image. Give it among the images instead.");
  }
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  if (text.includes("\0")) throw new FileRefusal("unreadable", "It is a binary file, not text.");
  return { path, text, bytes: bytes.length, modifiedAt };
}

/** UTF-8, unless the file begins with the byte order mark of UTF-16. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}
