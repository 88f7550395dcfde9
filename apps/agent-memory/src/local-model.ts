/** Lies beside `dist` in the package and beside `src` in the repository. */
export const LOCAL_MODEL = new URL("../model/words.bin", import.meta.url);
