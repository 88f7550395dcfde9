import { bothEngines } from "@faculties/testkit/both-engines";

export default bothEngines(
  ["test/sessions.test.ts", "test/subscriptions.test.ts"],
  ["test/contention.test.ts", "test/rows-read.test.ts"],
);
