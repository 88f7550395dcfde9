import type { Result } from "@modelcontextprotocol/server";

/** Thrown for a result that the method may have, but that is not the one that the SDK knows how to check: a task, or questions. */
export class OtherResult extends Error {
  readonly result: Result;

  constructor(result: Result) {
    super("This is not an error.");
    this.result = result;
  }
}
