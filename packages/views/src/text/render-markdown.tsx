import type { ComponentChildren, VNode } from "preact";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import type { Nodes, RootContent, Table } from "mdast";

/** Text in Markdown as elements. HTML stays text, images become links, and links lead to web pages or mail only. */
export function renderMarkdown(text: string): ComponentChildren {
  const { children } = fromMarkdown(text, {
    extensions: [gfm()],
    mdastExtensions: [gfmFromMarkdown()],
  });
  return children.map(render);
}

const SAFE_LINK = /^(?:https?:|mailto:)/i;

function render(node: RootContent, index: number): ComponentChildren {
  switch (node.type) {
    case "paragraph":
      return <p key={index}>{inside(node)}</p>;
    case "heading":
      return heading(node.depth, inside(node), index);
    case "text":
      return node.value;
    case "html":
      return node.value;
    case "strong":
      return <strong key={index}>{inside(node)}</strong>;
    case "emphasis":
      return <em key={index}>{inside(node)}</em>;
    case "delete":
      return <del key={index}>{inside(node)}</del>;
    case "inlineCode":
      return <code key={index}>{node.value}</code>;
    case "code":
      return (
        <pre key={index} class="code" tabIndex={0} aria-label={node.lang ?? "Code"} role="group">
          {node.value}
        </pre>
      );
    case "blockquote":
      return <blockquote key={index}>{inside(node)}</blockquote>;
    case "list":
      return node.ordered ? (
        <ol key={index} start={node.start ?? 1}>
          {inside(node)}
        </ol>
      ) : (
        <ul key={index}>{inside(node)}</ul>
      );
    case "listItem":
      return (
        <li key={index}>
          {typeof node.checked === "boolean" && (node.checked ? "☑ " : "☐ ")}
          {inside(node)}
        </li>
      );
    case "table":
      return table(node, index);
    case "link":
      return link(node.url, inside(node), index);
    case "image":
      return link(node.url, node.alt || node.url, index);
    case "thematicBreak":
      return <hr key={index} />;
    case "break":
      return <br key={index} />;
    case "definition":
      return null;
    default:
      return "children" in node ? inside(node) : null;
  }
}

function inside(node: Nodes): ComponentChildren {
  return "children" in node ? (node.children as RootContent[]).map(render) : null;
}

/** Headings of an answer stand below those of the page around it. */
function heading(depth: number, children: ComponentChildren, key: number): VNode {
  if (depth === 1) return <h4 key={key}>{children}</h4>;
  if (depth === 2) return <h5 key={key}>{children}</h5>;
  return <h6 key={key}>{children}</h6>;
}

function link(url: string, children: ComponentChildren, key: number): ComponentChildren {
  if (!SAFE_LINK.test(url)) return <span key={key}>{children}</span>;
  return (
    <a key={key} href={url} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  );
}

function table({ align, children: [head, ...rows] }: Table, key: number): VNode {
  const cellClass = (column: number) => (align?.[column] === "right" ? "number" : undefined);
  return (
    <div key={key} class="scroll-x" tabIndex={0} role="group" aria-label="Table">
      <table>
        <thead>
          <tr>
            {head?.children.map((cell, column) => (
              <th key={column} scope="col" class={cellClass(column)}>
                {inside(cell)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.children.map((cell, column) => (
                <td key={column} class={cellClass(column)}>
                  {inside(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
