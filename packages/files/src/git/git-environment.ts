export type Environment = Readonly<Record<string, string | undefined>>;

export type GitSetting = readonly [name: string, value: string];

const INHERITED = new Set(
  "PATH HOME USERPROFILE HOMEDRIVE HOMEPATH SYSTEMROOT SYSTEMDRIVE PROGRAMDATA TMPDIR TEMP TMP XDG_CONFIG_HOME APPDATA LOCALAPPDATA".split(
    " ",
  ),
);

const PROTOCOLS = ["ext", "fd", "file", "ftp", "ftps", "git", "http", "https", "ssh"];

/** Settings that win over those of every file: nothing that a repository names is run, fetched or looked up. */
const SAFE_SETTINGS: readonly GitSetting[] = [
  ["core.fsmonitor", ""],
  ["core.hooksPath", "/dev/null"],
  ["core.pager", ""],
  ["core.quotePath", "off"],
  ["core.untrackedCache", "false"],
  ["credential.helper", ""],
  ["diff.orderFile", "/dev/null"],
  ["gpg.program", ""],
  ["gpg.openpgp.program", ""],
  ["gpg.ssh.program", ""],
  ["gpg.x509.program", ""],
  ["log.showSignature", "false"],
  ["protocol.allow", "never"],
  ...PROTOCOLS.map((name): GitSetting => [`protocol.${name}.allow`, "never"]),
  ["safe.bareRepository", "explicit"],
  ["submodule.recurse", "false"],
];

/**
 * The variables of a git process. Settings are handed over as variables as well: `-c` splits at the first `=`, and a
 * name may hold one. Git before 2.31 does not read them, which `openRepository` notices.
 */
export function gitEnvironment(
  environment: Environment,
  { settings = [], variables = {} }: GitSurroundings = {},
): Record<string, string> {
  const kept = Object.entries(environment).filter(
    (variable): variable is [string, string] =>
      variable[1] !== undefined && INHERITED.has(variable[0].toUpperCase()),
  );
  return {
    ...Object.fromEntries(kept),
    LC_ALL: "C",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_NO_LAZY_FETCH: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    // Counts more than any setting, and for protocols whose names nobody knows.
    GIT_ALLOW_PROTOCOL: "none",
    // Keeps Windows from looking for programs in the current folder.
    NoDefaultCurrentDirectoryInExePath: "1",
    ...asVariables([...SAFE_SETTINGS, ...settings]),
    ...variables,
  };
}

export type GitSurroundings = {
  settings?: readonly GitSetting[];
  variables?: Readonly<Record<string, string>>;
};

function asVariables(settings: readonly GitSetting[]): Record<string, string> {
  const pairs = settings.flatMap(([name, value], position) => [
    [`GIT_CONFIG_KEY_${position}`, name],
    [`GIT_CONFIG_VALUE_${position}`, value],
  ]);
  return { GIT_CONFIG_COUNT: `${settings.length}`, ...Object.fromEntries(pairs) };
}
