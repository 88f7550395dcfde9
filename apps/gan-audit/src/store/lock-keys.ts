/** The audits of a session; the session as it is stored. */
export const auditsKey = (session: string): string => `audits of ${session}`;

/** The settings of a session. */
export const settingsKey = (session: string): string => `settings of ${session}`;
