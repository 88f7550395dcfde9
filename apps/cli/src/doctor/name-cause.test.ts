import { describe, expect, test } from "vitest";
import { nameCause } from "./name-cause.ts";

const ENDED = "ended with exit code 1";
const LOG =
  "npm error A complete log of this run can be found in: /home/you/.npm/_logs/debug-0.log\n";

describe("the cause of a server that does not come up", () => {
  test.each([
    [
      "a package that npm does not have",
      `npm error code E404\nnpm error 404 Not Found - GET https://registry.example/@faculties%2fagent-memory - Not found\nnpm error 404\nnpm error 404  '@faculties/agent-memory@*' is not in this registry.\n${LOG}`,
      "npm has no package @faculties/agent-memory. In a clone of the repository, npm start -- add starts the servers from there",
    ],
    [
      "the same, said shorter",
      `npm ERR! code E404\nnpm ERR! 404 Not Found - GET https://registry.example/@faculties%2fconverse - Not found\n`,
      "npm has no package @faculties/converse. In a clone of the repository, npm start -- add starts the servers from there",
    ],
    [
      "no network",
      `npm error code ENOTFOUND\nnpm error network request to https://registry.example/x failed\n${LOG}`,
      "npm could not reach its registry: check the network and npm's proxy settings",
    ],
    [
      "no network, and npm knows it",
      `npm error code ENOTCACHED\nnpm error request failed: cache mode is 'only-if-cached'\n${LOG}`,
      "npm may not use the network (offline), and has no copy of this package",
    ],
    [
      "a Node that crashed",
      "Error: Cannot find module '/x/main.mjs'\n    at resolve (node:internal:1) {\n  code: 'MODULE_NOT_FOUND'\n}\n\nNode.js v20.20.0\n",
      `${ENDED}; it said: Error: Cannot find module '/x/main.mjs'`,
    ],
    ["its own last words", "one\ntwo\n\n", `${ENDED}; it said: two`],
    ["nothing", "", ENDED],
  ])("%s", (_, stderr, cause) => {
    expect(nameCause(ENDED, stderr)).toBe(cause);
  });
});
