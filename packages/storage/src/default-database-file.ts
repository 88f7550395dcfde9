import { homedir } from "node:os";
import { posix, win32 } from "node:path";

export type Platform = {
  platform: NodeJS.Platform;
  env: Readonly<Record<string, string | undefined>>;
  home: string;
};

/** The platform that this process runs on, with the environment that its settings came from. */
export function hostPlatform(env: Platform["env"]): Platform {
  return { platform: process.platform, env, home: homedir() };
}

const APPLICATION = "faculties";

/** Where a server keeps its data unless told otherwise, by the platform's own convention. */
export function defaultDatabaseFile(server: string, { platform, env, home }: Platform): string {
  const name = `${server}.db`;
  if (platform === "win32") {
    const local = env["LOCALAPPDATA"] || win32.join(home, "AppData", "Local");
    return win32.join(local, APPLICATION, "Data", name);
  }
  if (platform === "darwin") {
    return posix.join(home, "Library", "Application Support", APPLICATION, name);
  }
  const configured = env["XDG_DATA_HOME"];
  // The XDG specification says to ignore a relative path.
  const data =
    configured !== undefined && posix.isAbsolute(configured)
      ? configured
      : posix.join(home, ".local", "share");
  return posix.join(data, APPLICATION, name);
}
