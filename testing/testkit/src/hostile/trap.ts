import type { Workshop } from "./workshop.ts";

export interface Trap {
  readonly name: string;
  /** Arguments with which plain git falls into it, where there are such. */
  readonly sprungBy?: readonly string[] | undefined;
  /** Whether git waits for ever in it, or for hours, in place of running a program. */
  readonly isStalling?: boolean;
  /** The folder that stands first on PATH. */
  pathEntries?(root: string): string[];
  /** Builds it and returns the folder to work in. */
  build(workshop: Workshop): string;
}
