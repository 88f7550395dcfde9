import { bothEngines } from "@faculties/testkit/both-engines";

export default bothEngines(["test/resources.test.ts"], ["src/conversations/store-turn.test.ts"]);
