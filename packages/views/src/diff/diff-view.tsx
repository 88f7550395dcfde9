import type { InlineComment } from "@faculties/schemas/gan-audit/gan-review";
import { FindingText, toneOfFinding } from "../audit/finding-text.tsx";
import { type DiffFile, diffLines, type DiffLine } from "./diff-lines.ts";

type Props = {
  patch: string;
  /** Comments on lines; those on lines outside the diff are left to the caller. */
  comments?: readonly InlineComment[] | undefined;
  /** Which version the comments' lines are of. */
  commentsOn?: "old" | "new" | undefined;
};

const MARKS = { same: " ", added: "+", removed: "−" };
const WORDS = { same: "", added: "added", removed: "removed" };

/** A unified diff with comments below the lines that they are about. */
export function DiffView({ patch, comments = [], commentsOn = "new" }: Props) {
  const files = diffLines(patch);
  if (files === undefined) return <pre class="code">{patch}</pre>;
  return (
    <div class="diff">
      {files.map((file) => (
        <FileDiff key={file.path} file={file} comments={comments} commentsOn={commentsOn} />
      ))}
    </div>
  );
}

type FileProps = { file: DiffFile; comments: readonly InlineComment[]; commentsOn: "old" | "new" };

function FileDiff({ file: { path, hunks }, comments, commentsOn }: FileProps) {
  const own = comments.filter((comment) => comment.path === path);
  const about = ({ oldLine, newLine }: DiffLine) => {
    const number = commentsOn === "old" ? oldLine : newLine;
    return own.filter(({ line }) => line === number);
  };
  return (
    <figure class="diff-file">
      <figcaption>{path}</figcaption>
      <div class="scroll-x" tabIndex={0} role="group" aria-label={`Changes of ${path}`}>
        <table>
          <tbody>
            {hunks.map((hunk) => (
              <>
                <tr class="diff-hunk" key={hunk.heading}>
                  <td colSpan={4}>{hunk.heading}</td>
                </tr>
                {hunk.lines.map((line) => (
                  <>
                    <tr class={`diff-${line.kind}`} key={`${line.oldLine}:${line.newLine}`}>
                      <td class="diff-number">{line.oldLine}</td>
                      <td class="diff-number">{line.newLine}</td>
                      <td class="diff-mark">
                        <span aria-label={WORDS[line.kind]}>{MARKS[line.kind]}</span>
                      </td>
                      <td class="diff-text">{line.text}</td>
                    </tr>
                    {about(line).map(({ comment }) => (
                      <tr class={`diff-comment tone-${toneOfFinding(comment)}`} key={comment}>
                        <td colSpan={3} />
                        <td>
                          <FindingText comment={comment} />
                        </td>
                      </tr>
                    ))}
                  </>
                ))}
              </>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
