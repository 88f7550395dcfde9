import { bothEngines } from "@faculties/testkit/both-engines";

// Every test starts real processes, which takes its time on a machine that does other things, too.
export default bothEngines({ testTimeout: 30_000, hookTimeout: 60_000 }, ["test/sessions.test.ts"]);
