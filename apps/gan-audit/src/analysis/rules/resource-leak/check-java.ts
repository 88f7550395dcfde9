import type { Call } from "../../grammars/grammar.ts";
import type { Node } from "../../node.ts";
import type { Hit } from "../../rule.ts";
import type { SourceFile } from "../../source-file.ts";
import { checkLock } from "./check-lock.ts";
import { judgeRelease } from "./judge-release.ts";

const JAVA_OPENERS =
  /^(FileInputStream|FileOutputStream|FileReader|FileWriter|BufferedReader|BufferedWriter|BufferedInputStream|BufferedOutputStream|InputStreamReader|OutputStreamWriter|PrintWriter|Scanner|Socket|ServerSocket|RandomAccessFile|ZipFile|JarFile|ZipInputStream|ZipOutputStream|GZIPInputStream|ObjectInputStream|ObjectOutputStream|DataInputStream|getConnection|createStatement|prepareStatement|executeQuery|newBufferedReader|newBufferedWriter|newInputStream|newOutputStream|newDirectoryStream|openStream|lines|list|walk)$/;

// They close what they are given, so the rule asks where that was opened.
const WRAPPERS =
  /^(Buffered\w+|PrintWriter|InputStreamReader|OutputStreamWriter|Data\w+Stream|GZIP\w+Stream|Zip\w+Stream|Object\w+Stream)$/;

export function checkJava(
  { callee, name, args }: Call,
  node: Node,
  file: SourceFile,
): Hit | undefined {
  if (name === "lock")
    return checkLock(
      node,
      /\b(\w*lock\w*|mutex)\.lock\(/i,
      file,
      (lock) => new RegExp(`finally\\s*\\{[^]*?${lock}\\.unlock\\(`),
    );
  if (
    !JAVA_OPENERS.test(name) ||
    /System\.in|StringReader|ByteArray|System\.out/.test(args.map((one) => one.text()).join())
  )
    return undefined;
  if (
    /^(newBuffered|newInput|newOutput|newDirectory|lines|list|walk)/.test(name) &&
    !callee.startsWith("Files.")
  )
    return undefined;
  if (name === "getConnection" && !isConnectionSource(callee, file)) return undefined;
  if (WRAPPERS.test(name) && isOpenedElsewhere(args[0], file)) return undefined;
  const around = node.ancestors();
  if (around.some((one) => /^resource(_specification)?$/.test(one.kind()))) return undefined;
  const outer = around.slice(0, 3).find((one) => one.kind() === "object_creation_expression");
  if (outer) return undefined;
  if (around[0]?.kind() === "field_declaration" || around[1]?.kind() === "field_declaration")
    return undefined;
  if (/^(lines|list|walk)$/.test(name) && around[0]?.kind() === "method_invocation")
    return endsHere(around) ? {} : undefined;
  if (around[0]?.kind() === "method_invocation")
    return /^(readLine|read|readAllBytes|nextLine|executeQuery|next|write)$/.test(
      around[0].field("name")?.text() ?? "",
    )
      ? {}
      : undefined;
  return judgeRelease(node, file);
}

/** By its name, or by the type that its field or parameter was declared with. */
function isConnectionSource(callee: string, { text }: SourceFile): boolean {
  const owner = /(\w+)\.getConnection$/.exec(callee)?.[1] ?? "";
  return (
    /DriverManager|dataSource|ds|pool/i.test(callee) ||
    new RegExp(`\\b\\w*(DataSource|ConnectionPool)\\s+${owner}\\b`).test(text)
  );
}

const TERMINAL =
  /^(count|collect|toList|toArray|forEach|forEachOrdered|reduce|anyMatch|allMatch|noneMatch|findFirst|findAny|min|max|sum|average)$/;

/** Whether the chain of a stream's methods ends with one that uses the stream up. */
function endsHere(around: readonly Node[]): boolean {
  const end = around.findIndex((one) => one.kind() !== "method_invocation");
  return around.slice(0, end).some((one) => TERMINAL.test(one.field("name")?.text() ?? ""));
}

function isOpenedElsewhere(inner: Node | undefined, file: SourceFile): boolean {
  if (inner?.kind() === "method_invocation") return !inner.text().startsWith("Files.");
  if (inner?.kind() !== "identifier") return false;
  const fn = file.enclosingFunction(inner);
  const type = fn && file.grammar.parameter(fn, inner.text())?.type;
  return !/^(String|File|Path)$/.test(type ?? "");
}
