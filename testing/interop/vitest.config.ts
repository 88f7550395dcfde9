import { bothEngines } from "@faculties/testkit/both-engines";

export default bothEngines(
  ["src/tenancy.test.ts", "src/stateless.test.ts"],
  ["src/crossing.slow.test.ts"],
);
