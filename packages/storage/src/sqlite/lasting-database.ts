import type Sqlite from "better-sqlite3";

const lasting = new Set<unknown>();

/** Whether the process may end when an object of better-sqlite3 is collected. */
export const mustLast: boolean = isFatal(process.versions.node);

/**
 * From 24.19 on, Node 24 aborts when it collects an object of better-sqlite3 12 outside of any call (nodejs/node#65446);
 * version 13 is free of that, and does not run on Node 20. So there nothing is let go of. What is left of a closed
 * database is small.
 */
export function lastingDatabase(Database: typeof Sqlite): typeof Sqlite {
  class LastingDatabase extends Database {
    constructor(...given: ConstructorParameters<typeof Sqlite>) {
      super(...given);
      lasting.add(this);
    }

    override prepare<Parameters extends unknown[] | object = unknown[], Result = unknown>(
      source: string,
    ) {
      const statement = super.prepare<Parameters, Result>(source);
      lasting.add(statement);
      return statement;
    }

    override pragma(source: string, { simple }: Sqlite.PragmaOptions = {}): unknown {
      const statement = this.prepare(`pragma ${source}`);
      if (statement.reader) return simple ? statement.pluck().get() : statement.all();
      statement.run();
      return simple ? undefined : [];
    }
  }
  return LastingDatabase as unknown as typeof Sqlite;
}

export function isFatal(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major === 24 && minor >= 19;
}
