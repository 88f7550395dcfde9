import { bothEngines } from "@faculties/testkit/both-engines";

export default bothEngines({ testTimeout: 20_000 }, [
  "test/graph.test.ts",
  "test/backtrack.test.ts",
  "test/concurrency.test.ts",
]);
