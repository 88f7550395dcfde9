import { option } from "@faculties/mcp-kit/options";
import { scopes } from "../clients/client.ts";
import { clientIds } from "../clients/known-clients.ts";

const clients = { flag: "client", placeholder: "name", choices: clientIds, default: [] };
const scope = { flag: "scope", placeholder: "scope", choices: scopes };

/** The options that `add` and `remove` have in common. */
export const changeOptions = {
  client: option.list({
    ...clients,
    describe: "The client to change; several with commas or by repeating",
  }),
  scope: option.choice({
    ...scope,
    describe: "For you everywhere (user, the default) or for the current folder (project)",
  }),
  force: option.boolean({
    flag: "force",
    describe: "Also touch a server of that name that is not ours",
  }),
  dryRun: option.boolean({ flag: "dry-run", describe: "Show the difference and change nothing" }),
  yes: option.boolean({ flag: "yes", short: "y", describe: "Write without asking" }),
};

/** The options that `list` and `doctor` have in common. */
export const lookOptions = {
  client: option.list({ ...clients, describe: "Look at these clients only" }),
  scope: option.choice({ ...scope, describe: "Look at this scope only" }),
  json: option.boolean({ flag: "json", describe: "Print JSON" }),
};
