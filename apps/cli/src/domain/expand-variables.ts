type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Fills in `${NAME}`, `${env:NAME}` and `${NAME:-default}` as clients do; undefined when a text needs something that
 * only the client has, such as `${input:…}` or an open folder.
 */
export function expandVariables(text: string, environment: Environment): string | undefined {
  let isComplete = true;
  const expanded = text.replaceAll(/\$\{([^{}]*)\}/g, (_whole, inner: string) => {
    const [, name, fallback] = /^(?:env:)?([A-Za-z_]\w*)(?::-([^]*))?$/.exec(inner) ?? [];
    const value = name === undefined ? undefined : (environment[name] ?? fallback);
    isComplete &&= value !== undefined;
    return value ?? "";
  });
  return isComplete ? expanded : undefined;
}
