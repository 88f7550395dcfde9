import * as z from "zod";

export const CANCEL_OUTCOMES = ["requested", "already_cancelled", "already_finished"] as const;

export const reason = z.string().optional().describe("Why it is cancelled, for the log");
