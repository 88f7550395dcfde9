export { ConfigError } from "./config-error.ts";
export { option, type Options, type OptionValues } from "./define-option.ts";
export { type Environment, parseOptions } from "./parse-options.ts";
export { optionRows, renderCommandHelp, renderTable } from "./render-help.ts";
