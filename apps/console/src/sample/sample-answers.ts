const thoughts = (...answers: object[]): string[] =>
  answers.map((answer) => JSON.stringify(answer));

/** The answers of the sample's models, in the order in which `load-sample.ts` asks. */
export const SAMPLE_ANSWERS: Readonly<Record<string, readonly string[]>> = {
  sample: thoughts(
    {
      thought:
        "All three move work out of the request; they differ in what happens when the worker dies.",
      confidence: 0.78,
      branches: [
        {
          name: "Queue in the database",
          content:
            "A table with a lease per job: one store to back up, and jobs commit together with the data.",
          confidence: 0.82,
        },
        {
          name: "A broker",
          content:
            "A broker gives fan-out and back-pressure, at the price of a second system to run.",
          confidence: 0.61,
        },
        {
          name: "In the process",
          content:
            "Timers in the web process: nothing to run, and everything is lost with a restart.",
          confidence: 0.24,
        },
      ],
      recommended: "Queue in the database",
    },
    {
      thought:
        "A lease of one minute that workers renew bounds how long a dead worker holds a job.",
      confidence: 0.86,
    },
    {
      nodes: [
        {
          content: "Cache whole pages at the edge for visitors who are not signed in.",
          confidence: 0.8,
        },
        {
          content: "Load the price list once per process and refresh it when it changes.",
          confidence: 0.7,
        },
        { content: "Buy a larger database machine.", confidence: 0.4 },
      ],
    },
    {
      relevance: 0.95,
      validity: 0.9,
      depth: 0.75,
      novelty: 0.7,
      rationale: "Most traffic is anonymous.",
    },
    {
      relevance: 0.8,
      validity: 0.85,
      depth: 0.6,
      novelty: 0.6,
      rationale: "Removes the hottest query.",
    },
    {
      relevance: 0.4,
      validity: 0.6,
      depth: 0.2,
      novelty: 0.1,
      rationale: "Postpones the question.",
    },
    {
      thought:
        "Edge caching for anonymous pages together with a price list in memory removes nine of ten queries.",
      confidence: 0.9,
    },
    {
      critique: "It does not say how a price change reaches the edge.",
      thought: "Purge by tag when a price changes, so that pages are at most a second behind.",
      confidence: 0.92,
    },
  ),
  optimist: [
    "Move it to the edge. Latency drops for everyone, and the origin sees a tenth of the traffic. I would start with the catalogue, which changes once a day.",
    "Move the catalogue to the edge first and measure for a week. The others are right that invalidation is the hard part, so purge by tag from the start and keep the basket at the origin.",
  ],
  sceptic: [
    "I would not. Edge caches fail at invalidation, and a wrong price costs more than a slow page. Fix the two slow queries first.",
    "Fix the two slow queries first, then move only pages without prices to the edge. With purging by tag I could accept the catalogue as a second step.",
  ],
  pragmatist: [
    "Measure first: if the two slow queries make up most of the time, an index is cheaper than a new layer. If not, cache anonymous pages for sixty seconds.",
    "Add the index this week. If the ninety-fifth percentile is still above 800 ms, cache anonymous pages for sixty seconds and purge by tag. That order risks nothing.",
  ],
  judge: thoughts({
    synthesis:
      "Fix the two slow queries this week and measure. If the ninety-fifth percentile stays above 800 ms, move anonymous pages without prices to the edge, with purging by tag from the start.",
    agreed: [
      "Invalidation is the hard part: purge by tag from the start.",
      "Pages with prices and the basket stay at the origin.",
    ],
    disputed: [
      {
        point: "What comes first",
        material: true,
        positions: [
          { answers: [], position: "The edge, beginning with the catalogue" },
          { answers: [], position: "The slow queries; the edge only if that is not enough" },
        ],
      },
    ],
    ranking: [],
    dissent: "One would move the catalogue to the edge at once.",
    confidence: 0.8,
  }),
};
