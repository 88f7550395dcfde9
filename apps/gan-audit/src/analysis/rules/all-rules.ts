import type { Rule } from "../rule.ts";
import { codeInjection } from "./code-injection.ts";
import { commandInjection } from "./command-injection.ts";
import { dangerousRegex } from "./dangerous-regex.ts";
import { deadCode } from "./dead-code.ts";
import { looseEquality } from "./loose-equality.ts";
import { mutableDefault } from "./mutable-default.ts";
import { offByOne } from "./off-by-one/off-by-one.ts";
import { pathTraversal } from "./path-traversal.ts";
import { prototypePollution } from "./prototype-pollution.ts";
import { resourceLeak } from "./resource-leak/resource-leak.ts";
import { shadowedBuiltin } from "./shadowed-builtin.ts";
import { sqlInjection } from "./sql-injection.ts";
import { swallowedError } from "./swallowed-error.ts";
import { unawaitedPromise } from "./unawaited-promise/unawaited-promise.ts";
import { unsafeDeserialisation } from "./unsafe-deserialisation.ts";
import { weakCrypto } from "./weak-crypto/weak-crypto.ts";

export const ALL_RULES: readonly Rule[] = [
  ...codeInjection,
  ...commandInjection,
  ...sqlInjection,
  ...pathTraversal,
  ...prototypePollution,
  ...dangerousRegex,
  ...unsafeDeserialisation,
  ...weakCrypto,
  ...swallowedError,
  ...unawaitedPromise,
  ...looseEquality,
  ...deadCode,
  ...resourceLeak,
  ...mutableDefault,
  ...shadowedBuiltin,
  ...offByOne,
];
