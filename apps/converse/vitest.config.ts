import { bothEngines } from "@faculties/testkit/both-engines";

// Tests start real servers, which takes its time on a busy machine.
export default bothEngines({ testTimeout: 30_000, hookTimeout: 30_000 }, [
  "test/resources.test.ts",
]);
