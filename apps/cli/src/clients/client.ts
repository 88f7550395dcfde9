import type { Machine } from "./machine.ts";

export const scopes = ["user", "project"] as const;
export type Scope = (typeof scopes)[number];

/** A program that uses MCP servers, and how it is told about them. */
export type Client = {
  id: string;
  title: string;
  format: "json" | "toml";
  /** The key under which the servers stand. */
  container: string;
  /** The folder that holds the user's file; where it exists, the client is taken to be installed. */
  folder(machine: Machine): string;
  file: string;
  /** The file of a project, relative to its folder; undefined when the client has none. */
  projectFile: string | undefined;
  /** Further signs of an installation: programs, and files or folders in the home folder. */
  programs: readonly string[];
  traces?: readonly string[];
  /** Whether an entry says that the server speaks over stdio. */
  saysType: boolean;
  /** Whether npx needs `cmd /c` on Windows, because the client cannot start batch files. */
  needsCmd: boolean;
  /** Whether servers get all variables of the shell that the client was started in. */
  seesShell: boolean;
  /** Whether an entry can ask the client to wait for the server, and to show all its tools, before the model is first asked. */
  loadsAtStart?: boolean;
  /** The coding agent whose model the client itself uses. */
  agent?: "claude" | "codex" | "gemini";
  /** How to make the client read its file again. */
  reload: string;
};
