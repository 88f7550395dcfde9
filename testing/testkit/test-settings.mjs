import { configDefaults } from "vitest/config";

/** `npm test` leaves out the slow files; a run by hand finds every file. */
const leftOut = process.env["FACULTIES_TESTS"] === "quick" ? ["**/*.slow.test.ts"] : [];

/** Settings that the tests of every package need: time to start real processes on a busy machine, and an end of those left behind. */
export const testSettings = {
  testTimeout: 30_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 15_000 } },
  exclude: [...configDefaults.exclude, ...leftOut],
  setupFiles: "@faculties/testkit/file-setup",
};
