import * as z from "zod";
import { CHILD_STREAMS } from "./child-log-entry.ts";
import { count, instant, nullableText, text, truncatedBefore } from "./response-fields.ts";
import { EVENT_LEVELS, levels } from "./run-event.ts";
import { fromSeq, optionalIdentifier, pageSize } from "./tool-parameters.ts";

export const LOG_SOURCES = ["server", "run", "child"] as const;

export const LogsTailInput = z
  .strictObject({
    source: z
      .enum(LOG_SOURCES)
      .default("server")
      .describe("Whose log: of the server, a run or a child process"),
    id: optionalIdentifier("Id of the run or child process"),
    levels,
    contains: optionalIdentifier("Only lines that contain this text"),
    // No schema default: without it the newest lines are returned.
    from_seq: fromSeq.unwrap().optional(),
    limit: pageSize(500, 100),
  })
  .refine(({ source, id }) => source === "server" || id !== undefined, {
    path: ["id"],
    error: "id is required for a run or a child",
  });
export type LogsTailInput = z.infer<typeof LogsTailInput>;

export const LogLine = z.object({
  seq: count,
  ts: instant,
  level: z.enum(EVENT_LEVELS),
  stream: z.enum([...CHILD_STREAMS, "event"]),
  message: text,
  childId: nullableText,
  runId: nullableText,
  opId: nullableText,
});
export type LogLine = z.infer<typeof LogLine>;

export const LogsTailOutput = z.object({
  source: z.enum(LOG_SOURCES),
  lines: z.array(LogLine),
  next_seq: count,
  truncated_before: truncatedBefore,
});
export type LogsTailOutput = z.infer<typeof LogsTailOutput>;
