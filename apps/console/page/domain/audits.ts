import type { GanReview } from "@faculties/schemas/gan-audit/gan-review";
import type { SessionConfig } from "@faculties/schemas/gan-audit/session-config";
import type { AuditPoint } from "@faculties/views";

export type AuditHistory = {
  session: string;
  trend: {
    direction: "improving" | "steady" | "declining" | "varying" | "new";
    change: number;
  };
  audits: (AuditPoint & { findings: number; summary: string })[];
};

export type AuditDetails = { review: GanReview; config: SessionConfig; diff: string };

/** A thought that audits the same once more, and writes the fixes to the files. */
export function applyingThought(config: SessionConfig): string {
  const applying = { ...config, applyFixes: true, maxCycles: Math.max(2, config.maxCycles) };
  return `Apply the proposed fixes.\n\n\`\`\`gan-config\n${JSON.stringify(applying)}\n\`\`\``;
}
