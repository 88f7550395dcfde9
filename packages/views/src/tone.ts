/** The meaning of a colour; each has a word next to it wherever it is used. */
export type Tone = "plain" | "accent" | "good" | "warn" | "bad" | "info" | "muted";
