import type { Call } from "../../grammars/grammar.ts";
import type { Node } from "../../node.ts";
import type { Hit } from "../../rule.ts";
import type { SourceFile } from "../../source-file.ts";
import { checkLock } from "./check-lock.ts";
import { judgeRelease } from "./judge-release.ts";

export function checkPython({ callee, name }: Call, node: Node, file: SourceFile): Hit | undefined {
  const isOpener =
    /^(open|io\.open|codecs\.open|gzip\.open|bz2\.open|os\.fdopen|socket\.socket|socket\.create_connection|sqlite3\.connect|psycopg2\.connect|urllib\.request\.urlopen|urlopen|tarfile\.open|zipfile\.ZipFile|ZipFile|tempfile\.(NamedTemporaryFile|TemporaryFile)|smtplib\.SMTP|ftplib\.FTP|pymysql\.connect|mysql\.connector\.connect|subprocess\.Popen|Image\.open)$/.test(
      callee,
    );
  if (name === "acquire")
    return checkLock(
      node,
      /\b(\w*lock\w*|\w*sem\w*|mutex)\.acquire\(/i,
      file,
      (lock) => new RegExp(`finally:[^]*?${lock}\\.release\\(|with\\s+${lock}`),
    );
  if (
    !isOpener ||
    node.ancestors().some((one) => one.kind() === "with_item" || one.kind() === "with_clause")
  )
    return undefined;
  if (/Popen|Image/.test(callee) && !/^(Image\.open)$/.test(callee)) return undefined;
  const parent = node.parent();
  if (parent?.kind() === "attribute")
    return { message: "The file is opened and never closed; use a with block." };
  if (
    parent?.kind() === "argument_list" &&
    !/closing|enter_context|ExitStack/.test(parent.parent()?.text().slice(0, 60) ?? "")
  )
    return /^(json|csv|yaml|pickle|toml|tomllib)\.|^(list|str|sorted|len|set|enumerate)\(/.test(
      parent.parent()?.text() ?? "",
    )
      ? {}
      : undefined;
  // A connection of the module lives as long as the program.
  if (callee.endsWith("connect") && !file.enclosingFunction(node)) return undefined;
  return judgeRelease(node, file);
}
