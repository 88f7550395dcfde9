import { bothEngines } from "@faculties/testkit/both-engines";

export default bothEngines(
  [
    "src/store/database.test.ts",
    "test/survival.test.ts",
    "test/refused-writes.test.ts",
    "test/native-resources.test.ts",
    "test/graphs.test.ts",
  ],
  [
    "test/contention.test.ts",
    "test/workers.test.ts",
    "test/outages.test.ts",
    "test/rows-read.test.ts",
  ],
);
