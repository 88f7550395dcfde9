import { readFile, stat } from "node:fs/promises";
import { CodedError } from "@faculties/errors";
import { ignoreMissing } from "./ignore-missing.ts";
import { resolveTarget } from "./resolve-target.ts";

const BYTE_ORDER_MARK = "\uFEFF";

/** A configuration file as text; `text` is undefined when there is no such file. */
export type ConfigText = {
  /** The file itself, behind symbolic links. */
  target: string;
  text: string | undefined;
  /** The byte order mark that Windows editors put in front of the text, or nothing. */
  mark: string;
};

/** Reads a configuration; what cannot be read as UTF-8 is an error. */
export async function readConfigText(file: string): Promise<ConfigText> {
  try {
    const target = await resolveTarget(file);
    const status = await stat(target).catch(ignoreMissing);
    if (status === undefined) return { target, text: undefined, mark: "" };
    // Reading a pipe or a device might never end.
    if (!status.isFile())
      throw new Error(status.isDirectory() ? "it is a folder" : "it is no file");
    const bytes = await readFile(target);
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    const hasMark = text.startsWith(BYTE_ORDER_MARK);
    return hasMark
      ? { target, text: text.slice(1), mark: BYTE_ORDER_MARK }
      : { target, text, mark: "" };
  } catch (error) {
    throw new CodedError("UNREADABLE", `${file} cannot be read: ${reasonOf(error)}`, {
      cause: error,
    });
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") return "it is not UTF-8 text.";
  if (code === "EACCES" || code === "EPERM") return "you may not read it.";
  if (code === "ELOOP") return "its symbolic links go round in a circle.";
  return `${message}.`;
}
