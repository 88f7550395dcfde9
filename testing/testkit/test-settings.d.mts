export const testSettings: {
  testTimeout: number;
  hookTimeout: number;
  expect: { poll: { timeout: number } };
  setupFiles: string;
};
