export { type AllowedArea, allowedArea, type AreaRules } from "./allowed-area.ts";
export { broadRootProblem } from "./broad-root.ts";
export { FileRefusal, type RefusalReason } from "./file-refusal.ts";
export { findFiles, type FoundFile } from "./find-files.ts";
export { HeldFolder } from "./held-folder.ts";
export { isInside } from "./is-inside.ts";
export { locateEntry } from "./locate-file.ts";
export { readContained } from "./read-contained.ts";
export { secretContentRule, secretPathRule } from "./secret-files.ts";
