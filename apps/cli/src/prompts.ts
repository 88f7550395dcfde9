import { type Client } from "./clients/client.ts";
import type { FoundModel } from "./models/find-models.ts";
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
    // A hint is shown for one row only, and people want to compare.
    .map(({ name, product, summary }) => ({
      value: name,
      label: `${product} (${name}) ${summary}`,
    }));
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

type OfferedModels = { found: readonly FoundModel[]; keys: readonly string[]; several: boolean };

/** Which models a server may ask: names of found ones, and variables of keys to enter. Those found are chosen at first. */
export async function askForModels(
  server: ServerName,
  { found, keys, several }: OfferedModels,
): Promise<string[]> {
  const { multiselect, select, isCancel } = await load();
  const options = [
    ...found.map(({ name, label }) => ({ value: name, label })),
    ...keys.map((variable) => ({ value: variable, label: `Enter ${variable}` })),
  ];
  if (several) {
    const message = `Which models may ${server} ask?`;
    const initialValues = found.filter(({ kind }) => kind === "key").map(({ name }) => name);
    const chosen = await multiselect({ message, options, initialValues, required: false });
    return isCancel(chosen) ? [] : chosen;
  }
  const chosen = await select({
    message: `Which model answers for ${server}?`,
    options: [...options, { value: "none", label: "None for now" }],
  });
  return isCancel(chosen) ? [] : [chosen];
}

/** A key, typed unseen; undefined when it is left out. */
export async function askForKey(variable: string): Promise<string | undefined> {
  const { password, isCancel } = await load();
  const value = await password({ message: `${variable} (empty: leave it out)` });
  return isCancel(value) || value.trim() === "" ? undefined : value.trim();
}
