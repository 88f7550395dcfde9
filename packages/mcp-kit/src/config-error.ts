/** The operator can fix this by changing a flag, a variable or a file. Ends the process with code 2. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}
