export const testSettings: {
  testTimeout: number;
  hookTimeout: number;
  expect: { poll: { timeout: number } };
  exclude: string[];
  setupFiles: string;
};
