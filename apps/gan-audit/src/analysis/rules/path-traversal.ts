import type { Node } from "../node.ts";
import { ALLOW_LIST, isGuarded } from "../flow/guard.ts";
import { namesIn } from "../flow/names-in.ts";
import { expand } from "../flow/expand.ts";
import { type Origin, originOf } from "../flow/origin.ts";
import { escapeForRegex } from "../grammars/piece-builders.ts";
import { callRule, type Hit, type Rule } from "../rule.ts";
import type { SourceFile } from "../source-file.ts";

const CONTAINMENT =
  /starts_?with|hasprefix|is_relative_to|relative_to|commonpath|commonprefix|["'`/]\.\.["'`/\\]?|\brelative\(|islocal|isabsolute|isAbs\b|\.test\(|\.match(es)?\(|fullmatch|contains|includes|\bin\b|isalnum|indexOf/i;
const JOINERS =
  /^((node)?[pP]ath\.(join|resolve|posix\.join)|join|resolve|os\.path\.join|posixpath\.join|Path|filepath\.Join|path\.Join|Paths\.get|Path\.of|File|joinpath|pathlib\.Path)$/;
const NAME_LIKE =
  /name|file|path|key|id$|slug|page|template|user|input|doc|url|lang|locale|theme|report|avatar|image|upload|asset|attachment|entry|resource|theme|plugin|module|view|item|folder|dir$|requested|target|invoice|photo|note|log|skin|version|date|section|theme/i;

// Files by the standard library, and those that a framework answers with.
const GO_SINKS =
  /^(os|ioutil|http)\.|^(c|ctx|context)\.(File|Attachment|FileAttachment|Inline|SendFile|SaveUploadedFile|SaveFile)$/;

const DEEPEST = 6;
const MOST_STEPS = 3_000;

/** A part of a path: text of the program, or an expression. */
type Part = { node: Node; isText?: true };

/** The parts of a path in order: what comes first is its root. */
function components(node: Node, file: SourceFile, depth = 0, budget = { steps: 0 }): Part[] {
  const { grammar } = file;
  const inner = grammar.unwrap(node);
  const next = (one: Node) => components(one, file, depth + 1, budget);
  budget.steps += 1;
  if (budget.steps > MOST_STEPS) {
    file.giveUp();
    return [{ node: inner }];
  }
  const call = grammar.call(inner);
  if (call && depth < DEEPEST) {
    if (call.name === "Clean" && originOf(inner, file) === "constant") return [{ node: inner }];
    const parts = [
      ...(/^(joinpath|resolve|toPath|toFile|toUri|toURI|normalize|getPath|toAbsolutePath|read_text|open)$/.test(
        call.name,
      ) &&
      call.receiver &&
      !JOINERS.test(call.callee)
        ? [call.receiver]
        : []),
      ...call.args,
    ];
    if (JOINERS.test(call.callee) || call.name === "joinpath" || parts.length > call.args.length)
      return parts.flatMap(next);
    if (
      /^(filepath\.(Clean|Abs)|path\.Clean|os\.path\.(abspath|realpath|normpath)|(node)?path\.normalize|str|String)$/.test(
        call.callee,
      )
    )
      return call.args.slice(0, 1).flatMap(next);
  }
  if (grammar.pieces(inner))
    return expand(inner, file).flatMap((piece) =>
      "node" in piece ? next(piece.node) : [{ node: inner, isText: true }],
    );
  if (
    /^binary_(operator|expression)$/.test(inner.kind()) &&
    inner.field("operator")?.text() === "/"
  )
    return [inner.field("left"), inner.field("right")].flatMap((side) => (side ? next(side) : []));
  if (grammar.identifiers.has(inner.kind()) && depth < DEEPEST) {
    const at = inner.range().start.index;
    const scope = file.enclosingFunction(inner) ?? file.root;
    const bindings = file.bindings(scope, inner.text()).filter((one) => one.at < at && !one.adds);
    const [binding] = bindings;
    const parts = binding && bindings.length === 1 ? next(binding.value) : [];
    if (parts.length > 1) return parts;
  }
  return [{ node: inner }];
}

const originOfPart = ({ node, isText }: Part, file: SourceFile): Origin =>
  isText ? "constant" : originOf(node, file);

function judge(target: Node | undefined, node: Node, file: SourceFile): Hit | undefined {
  if (!target) return undefined;
  const parts = components(target, file);
  for (const [position, part] of parts.entries()) {
    const origin = originOfPart(part, file);
    if (origin === "constant" || origin === "unknown") continue;
    const isOurs =
      origin === "request" ||
      (position > 0 &&
        NAME_LIKE.test(part.node.text()) &&
        hasFixedRoot(parts.slice(0, position), file));
    if (!isOurs) continue;
    if (isGuarded(node, target, file, CONTAINMENT) || isGuarded(node, target, file, ALLOW_LIST))
      continue;
    if (provesContainment(node, namesIn(target, file), file)) continue;
    return { severity: origin === "request" ? "critical" : "minor" };
  }
  return undefined;
}

/** The path begins at a place that the program chose. */
const hasFixedRoot = (parts: readonly Part[], file: SourceFile): boolean =>
  parts.some((part) => /^(constant|unknown)$/.test(originOfPart(part, file)));

/** The arguments that name files. */
function pathsOf(name: string, args: readonly Node[]): readonly Node[] {
  if (name === "ServeFile") return args.slice(2, 3);
  if (/^Save(Uploaded)?File$/.test(name)) return args.slice(1, 2);
  return args.slice(0, /^(rename|copy|move)/.test(name) ? 2 : 1);
}

/** `Files.copy(stream, path)` of Java reads from the one and writes to the other. */
function isStream(node: Node, file: SourceFile): boolean {
  if (file.family !== "java") return false;
  const scope = file.enclosingFunction(node) ?? file.root;
  const declared = new RegExp(`\\b(\\w+Stream|\\w*Reader)\\s+${escapeForRegex(node.text())}\\b`);
  return /\.(getInputStream|openStream)\(\)$/.test(node.text()) || declared.test(scope.text());
}

/** `path.relative_to(root)` raises by itself. */
function provesContainment(node: Node, names: ReadonlySet<string>, file: SourceFile): boolean {
  const scope = file.enclosingFunction(node) ?? file.root;
  const before = file.text.slice(scope.range().start.index, node.range().start.index);
  return [...before.matchAll(/([\w.]+)\.relative_to\(/g)].some(([, name = ""]) => names.has(name));
}

export const pathTraversal: readonly Rule[] = [
  callRule({
    id: "path-traversal",
    category: "path-traversal",
    severity: "critical",
    message:
      "Input decides which file is used; resolve the path and refuse it unless it stays inside the intended folder.",
    calls: {
      javascript: `
        readFile readFileSync writeFile writeFileSync appendFile appendFileSync
        createReadStream createWriteStream unlink unlinkSync rm rmSync readdir readdirSync
        open openSync sendFile download copyFile copyFileSync rename renameSync sendfile
        mkdir mkdirSync`,
      python: `
        open remove unlink rmdir rmtree send_file FileResponse listdir read_text read_bytes
        write_text write_bytes copy copyfile move makedirs save`,
      go: `
        Open ReadFile Create WriteFile Remove RemoveAll OpenFile ServeFile ReadDir
        File Attachment FileAttachment Inline SendFile SaveUploadedFile SaveFile`,
      java: `
        FileInputStream FileReader FileOutputStream FileWriter RandomAccessFile readAllBytes
        readString readAllLines newInputStream newOutputStream newBufferedReader
        newBufferedWriter write writeString delete deleteIfExists copy move lines Scanner
        FileSystemResource PathResource UrlResource FileUrlResource`,
    },
    check({ callee, name, args, receiver }, node, file) {
      if (
        file.family === "python" &&
        /^(read_|write_|unlink|open)/.test(name) &&
        receiver &&
        !/^(io|codecs|os|aiofiles|gzip)$/.test(receiver.text())
      )
        return judge(receiver, node, file);
      if (file.family === "go" && !GO_SINKS.test(callee)) return undefined;
      if (file.family === "java" && receiver && !/^Files$/.test(receiver.text())) return undefined;
      if (
        file.family === "javascript" &&
        /^(window|indexedDB|caches|browser|page|db|zip)\./.test(callee)
      )
        return undefined;
      if (
        /sendFile|download/i.test(name) &&
        args.some((argument) => /\broot\s*:/.test(argument.text()))
      )
        return undefined;
      const targets = pathsOf(name, args).filter((target) => !isStream(target, file));
      return targets.map((target) => judge(target, node, file)).find((hit) => hit !== undefined);
    },
  }),
  callRule({
    id: "path-traversal/archive",
    category: "path-traversal",
    severity: "major",
    message:
      "Names inside an archive decide where files are written; refuse names that leave the destination.",
    calls: {
      javascript: "join resolve",
      python: "extractall extract",
      go: "Join",
      java: "File resolve",
    },
    check({ callee, name, args, named, receiver }, node, file) {
      if (file.family === "python") {
        const isTar = /tar/i.test(receiver?.text() ?? "") || /tarfile/.test(file.text);
        return name === "extractall" && isTar && !named.has("filter") && !named.has("members");
      }
      if (file.family === "go" && !/^(filepath|path)\.Join$/.test(callee)) return false;
      const entry = args.at(-1);
      const isEntry =
        entry !== undefined &&
        (file.family === "javascript"
          ? /^\w*(entry|header)\.(entryName|fileName|path)$|^\w*header\.name$/i
          : /^\w*(entry|header|hdr|zipEntry|f|file|zf)\.(getName\(\)|Name)$/i
        ).test(entry.text());
      if (!isEntry || !/zip|tar|archive/i.test(file.text)) return false;
      const scope = file.enclosingFunction(node) ?? file.root;
      return !/startsWith|HasPrefix|IsLocal|\brelative\(|\.\.["']|normalize\(\)\.starts/.test(
        scope.text(),
      );
    },
  }),
];
