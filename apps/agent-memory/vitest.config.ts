import { bothEngines } from "@faculties/testkit/both-engines";

export default bothEngines(
  { testTimeout: 20_000 },
  ["test/resources.test.ts"],
  ["test/postgres.test.ts"],
);
