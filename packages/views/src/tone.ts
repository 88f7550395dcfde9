/** What a colour says; each has a word beside it wherever it is used. */
export type Tone = "plain" | "accent" | "good" | "warn" | "bad" | "info" | "muted";
