import { type Client } from "./clients/client.ts";
import { knownServers, type ServerName } from "./domain/known-servers.ts";

// Loaded only when somebody is asked: most runs ask nothing.
const load = () => import("@clack/prompts");

/** Which servers; none when the question is called off. */
export async function askForServers(
  verb: string,
  offered: readonly ServerName[],
): Promise<ServerName[]> {
  const { multiselect, isCancel } = await load();
  const options = knownServers
    .filter(({ name }) => offered.includes(name))
    .map(({ name, summary }) => ({ value: name, label: name, hint: summary }));
  const chosen = await multiselect({ message: `Which servers do you want to ${verb}?`, options });
  return isCancel(chosen) ? [] : chosen;
}

/** Which clients; none when the question is called off. */
export async function askForClients(
  offered: readonly Client[],
  installed: readonly Client[],
): Promise<string[]> {
  const { multiselect, isCancel } = await load();
  const options = offered.map((client) => ({
    value: client.id,
    label: client.title,
    ...(installed.includes(client) && { hint: "installed here" }),
  }));
  const initialValues = installed.length === 1 ? installed.map(({ id }) => id) : [];
  const chosen = await multiselect({ message: "In which clients?", options, initialValues });
  return isCancel(chosen) ? [] : chosen;
}

/** Whether the changes that were shown are to be written. */
export async function askToApply(): Promise<boolean> {
  const { confirm } = await load();
  return (await confirm({ message: "Write this?" })) === true;
}
