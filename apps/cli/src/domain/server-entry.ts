/** How a client starts a server, as this command writes it. */
export type ServerEntry = {
  type?: "stdio";
  command: string;
  args: string[];
  env: Record<string, string>;
  /** Claude Code then waits for the server before it asks its model; other clients have no such field. */
  alwaysLoad?: true;
};

/** The fields of an entry, apart from its environment. */
export function launchFields({ type, command, args }: ServerEntry): [string, string | string[]][] {
  return [
    ...(type ? [["type", type] as [string, string]] : []),
    ["command", command],
    ["args", args],
  ];
}

/** The whole entry; an empty environment is left out. */
export function wholeEntry(entry: ServerEntry): Record<string, unknown> {
  const { alwaysLoad } = entry;
  const fields = { ...Object.fromEntries(launchFields(entry)), ...(alwaysLoad && { alwaysLoad }) };
  return Object.keys(entry.env).length > 0 ? { ...fields, env: entry.env } : fields;
}
