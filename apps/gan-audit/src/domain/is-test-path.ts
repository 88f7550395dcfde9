const TEST_FOLDER =
  /(^|\/)(tests?|__tests__|__mocks__|__fixtures__|fixtures?|testdata|specs?|e2e|mocks?)\//i;
const TEST_FILE =
  /(\.|_|-)(test|spec|fixture|stories)s?\.\w+$|(^|\/)test_\w+\.py$|(^|\/)conftest\.py$|Tests?\.java$|_test\.go$/;

/** Whether a path holds tests or their material, where unsafe code and fake secrets stand on purpose. */
export function isTestPath(path: string): boolean {
  return TEST_FOLDER.test(path) || TEST_FILE.test(path);
}
