import { countTokens as count } from "gpt-tokenizer/encoding/o200k_base";

/**
 * Tokens (o200k) of a value as compact JSON.
 * @param {unknown} value
 */
export function countTokens(value) {
  return count(JSON.stringify(value));
}
