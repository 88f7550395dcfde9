const PERSON = ["PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "TZ"];
const DIRECTORIES = ["CONFIG_HOME", "DATA_HOME", "CACHE_HOME", "STATE_HOME", "RUNTIME_DIR"];
const PROXIES = ["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY"];
const CERTIFICATES = ["SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS"];
const WINDOWS = ["USERPROFILE", "APPDATA", "LOCALAPPDATA", "SystemRoot", "ComSpec", "PATHEXT"];

const INHERITED = [
  ...PERSON,
  ...DIRECTORIES.map((name) => `XDG_${name}`),
  // The desktop's keyring, where some agents keep their sign-in.
  "DBUS_SESSION_BUS_ADDRESS",
  ...PROXIES,
  ...PROXIES.map((name) => name.toLowerCase()),
  ...CERTIFICATES,
  ...WINDOWS,
];

/** What an agent needs of the caller's environment to run and to stay signed in; API keys are not among it. */
export function cliEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  signInVariables: readonly string[],
): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const name of [...INHERITED, ...signInVariables]) {
    const value = environment[name];
    if (value !== undefined) passed[name] = value;
  }
  return passed;
}
