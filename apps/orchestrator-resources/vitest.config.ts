import { bothEngines } from "@faculties/testkit/both-engines";

export default bothEngines(
  ["test/native-resources.test.ts", "test/graphs.test.ts"],
  ["test/contention.test.ts", "test/workers.test.ts", "test/outages.test.ts"],
);
