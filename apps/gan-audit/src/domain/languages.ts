export type Language = "javascript" | "jsx" | "typescript" | "tsx" | "python" | "go" | "java";
/** Languages of one family share a grammar and rules. */
export type Family = "javascript" | "python" | "go" | "java";

const BY_EXTENSION: Readonly<Record<string, Language>> = {
  js: "javascript",
  mjs: "javascript",
  cjs: "javascript",
  jsx: "jsx",
  ts: "typescript",
  mts: "typescript",
  cts: "typescript",
  tsx: "tsx",
  py: "python",
  pyi: "python",
  go: "go",
  java: "java",
};

const BY_FENCE: Readonly<Record<string, Language>> = {
  ...BY_EXTENSION,
  node: "javascript",
  ecmascript: "javascript",
  javascript: "javascript",
  javascriptreact: "jsx",
  typescript: "typescript",
  typescriptreact: "tsx",
  python: "python",
  python3: "python",
  golang: "go",
};

const FAMILIES: Readonly<Record<Language, Family>> = {
  javascript: "javascript",
  jsx: "javascript",
  typescript: "javascript",
  tsx: "javascript",
  python: "python",
  go: "go",
  java: "java",
};

const EXTENSIONS: Readonly<Record<Language, string>> = {
  javascript: "js",
  jsx: "jsx",
  typescript: "ts",
  tsx: "tsx",
  python: "py",
  go: "go",
  java: "java",
};

/** The language of a file, or undefined when only secrets can be looked for in it. */
export function languageOfPath(path: string): Language | undefined {
  const extension = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase();
  return extension !== undefined && Object.hasOwn(BY_EXTENSION, extension)
    ? BY_EXTENSION[extension]
    : undefined;
}

/** The language that the info string of a fenced block names. */
export function languageOfFence(info: string): Language | undefined {
  const word = info.toLowerCase();
  return Object.hasOwn(BY_FENCE, word) ? BY_FENCE[word] : undefined;
}

export const familyOf = (language: Language): Family => FAMILIES[language];

export const extensionOf = (language: Language): string => EXTENSIONS[language];
