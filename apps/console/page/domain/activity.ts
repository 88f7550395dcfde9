import type { Tone } from "@faculties/views";

/** Something that happened on one of the servers, or that waits for a person. */
export type Activity = {
  key: string;
  page: "Memory" | "Reasoning" | "Runs" | "Second opinion" | "Review";
  title: string;
  link: readonly string[];
  at: number;
  status?: { word: string; tone: Tone } | undefined;
};

const MOST = 25;

/** The latest of all, newest first. */
export function merged(lists: readonly (readonly Activity[] | undefined)[]): Activity[] {
  return lists
    .flatMap((list) => list ?? [])
    .toSorted((left, right) => right.at - left.at)
    .slice(0, MOST);
}
