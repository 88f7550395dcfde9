import { option } from "./define-option.ts";

/** The settings of the servers that read files. */
export const fileOptions = {
  allowSecretFiles: option.boolean({
    flag: "allow-secret-files",
    env: "MCP_ALLOW_SECRET_FILES",
    describe:
      "Let models see files that look like secrets: .env, .ssh, .aws, credentials, key files",
  }),
};
