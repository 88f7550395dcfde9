import { scopes } from "../clients/client.ts";
import { clientIds } from "../clients/known-clients.ts";

/** What `add` and `remove` have in common. */
export const changeOptions = {
  client: {
    kind: "list",
    placeholder: "name",
    choices: clientIds,
    describe: "The client to change; several with commas or by repeating",
  },
  scope: {
    kind: "text",
    placeholder: "scope",
    choices: scopes,
    describe: "For you everywhere (user, the default) or for the current folder (project)",
  },
  force: { kind: "flag", describe: "Also touch a server of that name that is not ours" },
  "dry-run": { kind: "flag", describe: "Show the difference and change nothing" },
  yes: { kind: "flag", short: "y", describe: "Write without asking" },
} as const;

/** What `list` and `doctor` have in common. */
export const lookOptions = {
  client: { ...changeOptions.client, describe: "Look at these clients only" },
  scope: { ...changeOptions.scope, describe: "Look at this scope only" },
  json: { kind: "flag", describe: "Print JSON" },
} as const;
