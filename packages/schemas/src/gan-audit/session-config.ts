import * as z from "zod";

export const AUDIT_SCOPES = ["diff", "paths", "workspace"] as const;

/** Valid configuration; what a caller sends is sanitised before it gets here. */
export const SessionConfig = z
  .object({
    task: z.string().default("Audit and improve the provided candidate"),
    scope: z.enum(AUDIT_SCOPES).default("diff"),
    paths: z.array(z.string()).optional(),
    threshold: z.number().min(0).max(100).default(85),
    maxCycles: z.int().min(1).max(10).default(1),
    candidates: z.int().min(1).max(5).default(1),
    judges: z.array(z.string()).default(() => ["internal"]),
    applyFixes: z.boolean().default(false),
  })
  .refine(({ scope, paths }) => scope !== "paths" || (paths?.length ?? 0) > 0, {
    path: ["paths"],
    error: "paths is required when scope is paths",
  });
export type SessionConfig = z.infer<typeof SessionConfig>;
