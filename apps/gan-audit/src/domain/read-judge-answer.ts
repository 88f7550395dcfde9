import * as z from "zod";
import { CATEGORIES, type Category, type Finding, SEVERITIES } from "./finding.ts";
import { lineCount, type Material } from "./material.ts";

const Percentage = z.number().min(0).max(100);

const JudgeAnswer = z.object({
  overall: Percentage,
  dimensions: z
    .array(z.object({ name: z.string().min(1).max(60), score: Percentage }))
    .max(20)
    .default([]),
  review: z
    .object({
      summary: z.string().max(4_000).default(""),
      inline: z
        .array(
          z.object({
            path: z.string(),
            line: z.number(),
            comment: z.string(),
            severity: z.string().optional(),
            category: z.string().optional(),
          }),
        )
        .max(500)
        .default([]),
      citations: z.array(z.string()).max(500).default([]),
    })
    .default({ summary: "", inline: [], citations: [] }),
});

export type ReadAnswer = {
  score: number;
  dimensions: { name: string; score: number }[];
  findings: Finding[];
  /** Citations that point into the audited code. */
  citations: string[];
  summary: string;
  /** How many findings and citations pointed at nothing that was audited. */
  dropped: number;
};

const LONGEST_COMMENT = 600;

/** Reads a model's review; undefined when it is not of the form that was asked for. */
export function readJudgeAnswer(
  answer: string,
  judge: string,
  material: Material,
): ReadAnswer | undefined {
  const parsed = JudgeAnswer.safeParse(readObject(answer));
  if (!parsed.success) return undefined;
  const { overall, dimensions, review } = parsed.data;
  const lengths = new Map(material.texts.map(({ path, text }) => [path, lineCount(text)]));
  const exists = (path: string, line: number) =>
    Number.isInteger(line) &&
    line >= 1 &&
    line <= (lengths.get(path) ?? 0) &&
    (material.counted.get(path)?.has(line) ?? true);
  const findings = review.inline
    .map((item) => ({ ...item, path: plainPath(item.path) }))
    .filter(({ path, line, comment }) => exists(path, line) && comment.trim() !== "")
    .map(({ path, line, comment, severity, category }): Finding => ({
      rule: judge,
      category: isCategory(category) ? category : "suspicious",
      severity: SEVERITIES.find((known) => known === severity) ?? "minor",
      path,
      line,
      endLine: line,
      column: 1,
      message: comment.trim().replaceAll(/\s+/g, " ").slice(0, LONGEST_COMMENT),
    }));
  const citations = review.citations.flatMap((citation) => citationInside(citation, lengths) ?? []);
  return {
    score: overall,
    dimensions,
    findings,
    citations,
    summary: review.summary,
    dropped: review.inline.length - findings.length + review.citations.length - citations.length,
  };
}

const plainPath = (path: string): string => path.replace(/^repo:\/\//, "").replace(/^\.\//, "");

const isCategory = (name: string | undefined): name is Category =>
  name !== undefined && Object.hasOwn(CATEGORIES, name);

/** In the contract's form; undefined when it points at nothing that was audited. */
function citationInside(
  citation: string,
  lengths: ReadonlyMap<string, number>,
): string | undefined {
  const [, path = "", start = "", end = start] =
    /^(?:repo:\/\/)?(.+?):(\d+)(?:-(\d+))?$/.exec(citation) ?? [];
  const isInside =
    Number(start) >= 1 && Number(start) <= Number(end) && Number(end) <= (lengths.get(path) ?? 0);
  return isInside ? `repo://${path}:${Number(start)}-${Number(end)}` : undefined;
}

/** The JSON object in a model's answer: models think aloud, and wrap it in fences and sentences. */
export function readObject(answer: string): unknown {
  const said = answer.slice(answer.lastIndexOf("</think>") + 1);
  try {
    return JSON.parse(said.slice(said.indexOf("{"), said.lastIndexOf("}") + 1));
  } catch {
    return undefined;
  }
}
