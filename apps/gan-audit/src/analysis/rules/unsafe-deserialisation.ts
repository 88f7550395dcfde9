import { originOf } from "../flow/origin.ts";
import { callRule, type Rule } from "../rule.ts";

const MESSAGE =
  "Reading this format can build arbitrary objects and so run code; use a data-only format or loader.";

export const unsafeDeserialisation: readonly Rule[] = [
  callRule({
    id: "unsafe-deserialisation/python",
    category: "unsafe-deserialisation",
    severity: "critical",
    message: MESSAGE,
    calls: {
      python: `
        load loads Unpickler unsafe_load full_load load_all full_load_all unsafe_load_all
        decode read_pickle Shelf open`,
    },
    check({ callee, name, args, named }, node, file) {
      const [module = ""] = callee.split(".");
      if (name === "open") return module === "shelve";
      if (/^(pickle|cPickle|_pickle|dill|cloudpickle|marshal|joblib|shelve)$/.test(module))
        return isForeign(args[0], file);
      if (/^(pd|pandas)$/.test(module)) return name === "read_pickle" && isForeign(args[0], file);
      if (module === "jsonpickle") return true;
      if (callee === "Unpickler" || /^(loads|load)$/.test(callee))
        return new RegExp(
          `from\\s+(pickle|dill|marshal|cloudpickle)\\s+import[^\\n]*\\b${name}\\b`,
        ).test(file.text);
      if (module === "torch") return named.get("weights_only")?.text() !== "True";
      if (/^(numpy|np)$/.test(module)) return named.get("allow_pickle")?.text() === "True";
      if (module !== "yaml" && module !== "ruamel") return false;
      if (/^(unsafe_load|full_load|unsafe_load_all|full_load_all)$/.test(name)) return true;
      const loader = named.get("Loader") ?? args[1];
      const isSafe = /Safe|BaseLoader/.test(loader?.text() ?? "");
      if (isSafe || !/^load(_all)?$/.test(name)) return false;
      const target = node.field("function");
      const range = target?.range();
      return range && !loader
        ? {
            fix: [
              {
                start: range.start.index,
                end: range.end.index,
                text: callee.replace(/load/, "safe_load"),
              },
            ],
          }
        : true;
    },
  }),
  callRule({
    id: "unsafe-deserialisation/javascript",
    category: "unsafe-deserialisation",
    severity: "critical",
    message: MESSAGE,
    calls: {
      javascript: `
        unserialize deserialize load loadAll unsafeLoad parse deepDeserialize revive decode
        fromString`,
    },
    check({ callee, name, args }, _node, file) {
      if (name === "unserialize") return /serialize/.test(file.text);
      if (name === "deserialize")
        return (
          /^v8\.|^(serialize|serializer|funcster|cryo|nodeSerialize)\.|^deserialize$/.test(
            callee,
          ) &&
          !/superjson|class-transformer/.test(file.text) &&
          (callee.startsWith("v8.")
            ? originOf(args[0] ?? _node, file) !== "constant"
            : /serialize-javascript|node-serialize|serialize-to-js|cryo|funcster|v8/.test(
                file.text,
              ))
        );
      if (name === "deepDeserialize") return true;
      if (name === "revive" || name === "decode" || name === "fromString") return false;
      if (/^(load|loadAll)$/.test(name))
        return (
          /yaml/i.test(callee) &&
          args
            .slice(1)
            .some((option) =>
              /DEFAULT_FULL_SCHEMA|js-yaml-js-types|jsTypes|yamlJsTypes|unsafe/i.test(
                option.text(),
              ),
            )
        );
      if (name === "unsafeLoad") return /yaml/i.test(callee);
      return /^(cryo|Cryo|serialijse|arson|ARSON)\./.test(callee);
    },
  }),
  callRule({
    id: "unsafe-deserialisation/java",
    category: "unsafe-deserialisation",
    severity: "critical",
    message: MESSAGE,
    calls: {
      java: `
        readObject readUnshared fromXML Yaml XMLDecoder enableDefaultTyping
        activateDefaultTyping deserialize parseObject readClassAndObject setAutoTypeSupport
        unmarshal`,
    },
    check({ callee, name, args, receiver }, node, file) {
      const scope = file.enclosingFunction(node) ?? file.root;
      switch (name) {
        case "readObject":
        case "readUnshared":
          return (
            /ObjectInputStream|\bHessian2?Input\b/.test(file.text) &&
            !/setObjectInputFilter|ObjectInputFilter|resolveClass|ValidatingObjectInputStream|LookAheadObjectInputStream|private\s+void\s+readObject/.test(
              file.text,
            ) &&
            (receiver
              ? !/^(decoder|parser|json)/i.test(receiver.text()) || /XMLDecoder/.test(scope.text())
              : true)
          );
        case "XMLDecoder":
        case "readClassAndObject":
          return name === "XMLDecoder" || !/setRegistrationRequired\(\s*true/.test(file.text);
        case "fromXML":
          return (
            /XStream/.test(file.text) &&
            !/allowTypes|allowTypesByWildcard|allowTypeHierarchy|setupDefaultSecurity|denyTypes|addPermission/.test(
              file.text,
            )
          );
        case "Yaml":
          return (
            callee === "Yaml" &&
            !args.some((argument) => /SafeConstructor/.test(argument.text())) &&
            !/SafeConstructor/.test(scope.text())
          );
        case "enableDefaultTyping":
          return true;
        case "activateDefaultTyping":
          return args.some((argument) => /LaissezFaire/.test(argument.text())) || args.length === 0;
        case "setAutoTypeSupport":
          return args[0]?.text() === "true";
        case "parseObject":
          return args.some((argument) => /SupportAutoType/.test(argument.text()));
        case "deserialize":
          return callee.endsWith("SerializationUtils.deserialize");
        default:
          return false;
      }
    },
  }),
  callRule({
    id: "unsafe-deserialisation/go",
    category: "unsafe-deserialisation",
    severity: "major",
    message:
      "Gob from the network can exhaust memory and fills any registered type; use JSON with a limited reader and a fixed struct.",
    calls: { go: "NewDecoder" },
    check: ({ callee, args }, node, file) => {
      const [reader] = args;
      if (callee !== "gob.NewDecoder" || !reader) return false;
      const scope = file.enclosingFunction(node) ?? file.root;
      const fromNetwork =
        originOf(reader, file) === "request" ||
        /\bnet\.Conn\b|\bconn\b|\.Body\b/.test(reader.text()) ||
        (file.grammar.identifiers.has(reader.kind()) &&
          new RegExp(`\\b${reader.text()}\\s+(net\\.Conn|io\\.Reader)`).test(scope.text()));
      return fromNetwork && !/LimitReader|MaxBytesReader/.test(scope.text());
    },
  }),
];

/** A program may read back what it wrote into a file of its own naming. */
function isForeign(
  argument: Parameters<typeof originOf>[0] | undefined,
  file: Parameters<typeof originOf>[1],
): boolean {
  return argument === undefined || !file.grammar.literals.has(argument.kind());
}
