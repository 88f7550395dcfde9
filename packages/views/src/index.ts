export { ReviewView } from "./audit/review-view.tsx";
export { type AuditPoint, ScoreTrend } from "./audit/score-trend.tsx";
export { VERDICT_TONES } from "./audit/verdict-tones.ts";
export { ConsensusView } from "./converse/consensus-view.tsx";
export { DiffView } from "./diff/diff-view.tsx";
export { SentenceDifferences } from "./diff/sentence-differences.tsx";
export { dollars, duration, moment, percent, shortened, wholeNumber } from "./format.ts";
export { DecisionHistory, type HistoryDecision, STATUS_TONES } from "./memory/decision-history.tsx";
export {
  LineageGraph,
  type LineageDecision,
  type LineageLink,
  STATUS_WORDS,
} from "./memory/lineage-graph.tsx";
export { BayesPlot } from "./reasoning/bayes-plot.tsx";
export { CheckpointTimeline } from "./reasoning/checkpoint-timeline.tsx";
export { DecisionTable } from "./reasoning/decision-table.tsx";
export { ThoughtGraph } from "./reasoning/thought-graph.tsx";
export { ThoughtTree } from "./reasoning/thought-tree.tsx";
export { hasView, ResultView } from "./result-view.tsx";
export { RunGraph, STATE_TONES } from "./runs/run-graph.tsx";
export { RunProgress } from "./runs/run-progress.tsx";
export { RunTimeline } from "./runs/run-timeline.tsx";
export { Markdown } from "./text/markdown.tsx";
export type { Tone } from "./tone.ts";
