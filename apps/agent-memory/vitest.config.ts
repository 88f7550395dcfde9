import { bothEngines } from "@faculties/testkit/both-engines";

export default bothEngines(
  ["test/resources.test.ts"],
  [
    "src/search-index/*.test.ts",
    "test/postgres.test.ts",
    "test/partial-search.test.ts",
    "test/rows-read.test.ts",
  ],
);
