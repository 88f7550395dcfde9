import { bothEngines } from "@faculties/testkit/both-engines";

// Servers and children are real processes, which take longer to start on a busy machine.
export default bothEngines(
  { testTimeout: 20_000, hookTimeout: 20_000 },
  ["test/native-resources.test.ts", "test/graphs.test.ts"],
  ["test/workers.test.ts"],
);
