import { bothEngines } from "@faculties/testkit/both-engines";

export default bothEngines(["test/resources.test.ts"], ["test/contested-conversations.test.ts"]);
