export type CompletedFlag = {
  /** Without its dashes. */
  name: string;
  describe: string;
  takesValue: boolean;
  choices?: readonly string[] | undefined;
};

export type CompletedCommand = {
  name: string;
  summary: string;
  /** What its arguments may be, where that is known. */
  arguments: readonly string[];
  flags: readonly CompletedFlag[];
};

/** What a shell can complete of a program. `flags` stand before or without any command. */
export type CompletedProgram = {
  name: string;
  commands: readonly CompletedCommand[];
  flags: readonly CompletedFlag[];
};
