import { bothEngines } from "@faculties/testkit/both-engines";

// Dozens of processes start at the same time, which a busy machine needs longer for than one.
export default bothEngines(
  { testTimeout: 20_000, hookTimeout: 60_000 },
  ["src/tenancy.test.ts", "src/stateless.test.ts"],
  ["src/crossing.test.ts"],
);
