import { bothEngines } from "@faculties/testkit/both-engines";

export default bothEngines([
  "test/graph.test.ts",
  "src/tools/reasoning-backtrack.test.ts",
  "test/concurrency.test.ts",
]);
