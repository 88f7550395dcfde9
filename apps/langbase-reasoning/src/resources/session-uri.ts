export const SESSIONS_URI = "reasoning://sessions";

export const sessionUri = (id: string): string => `${SESSIONS_URI}/${id}`;
