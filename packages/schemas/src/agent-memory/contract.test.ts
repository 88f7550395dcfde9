import { describeContract } from "../testing/describe-contract.ts";
import contract from "./contract.fixture.json" with { type: "json" };

await describeContract("agent-memory", contract);
