import type { Node } from "../node.ts";
import type { Family } from "../../domain/languages.ts";

// Longer expressions are joined from parts, which are looked at one by one, but a call begins with what it reads from.
const LONGEST = 300;

/** Values that come straight from a request or a terminal. */
const SOURCES: Readonly<Record<Family, RegExp>> = {
  javascript:
    /^(?:await\s+)?(?:this\.)?(?:(?:req|request|ctx|context|event|c|nextUrl)\b[\w.?!()]*?\.(?:query|params?|body|headers?|cookies|files?|url|originalUrl|searchParams|queryStringParameters|pathParameters|rawBody|json|formData|text)\b|(?:window\.|document\.)?location\.(?:hash|search|href|pathname)\b|document\.(?:cookie|URL|referrer)\b|prompt\(|[\w.]*searchParams\.get\(|[\w.]*formData\.get\()/,
  python:
    /^(?:await\s+)?(?:self\.)?(?:(?:flask\.|bottle\.)?request\.(?:args|form|values|json|data|files|headers|cookies|GET|POST|FILES|META|query_params|path_params|match_info|get_json|body|query|rel_url|stream|environ|params|view_args|get_data)\b|get_(?:query_|body_)?argument\(|input\(|sys\.stdin\b|event\[)/,
  go: /^(?:(?:r|req|request)\.(?:URL|FormValue|PostFormValue|Form|PostForm|MultipartForm|Header|Body|FormFile|PathValue|Cookie|RequestURI|Host)\b|(?:c|ctx)\.(?:Query|Param|PostForm|FormValue|FormFile|QueryParam|DefaultQuery|GetHeader|Params|Query)\w*\(|mux\.Vars\(|chi\.URLParam\()/,
  java: /^(?:[\w.]*?(?:req|request|httpRequest|servletRequest|exchange|ctx|context)\w*(?:\(\))?\.(?:getParameter\w*|getHeaders?|getQueryString|getCookies|getInputStream|getReader|getPathInfo|getRequestURI|getRequestURL|getPart|queryParam|pathParam|formParam|body|param|params|getRequestBody)\(|(?:scanner|in|input|sc|reader|br|stdin)\.(?:nextLine|next|readLine)\(|System\.console\(\))/i,
};

/** The words of the command line: the person who starts a program could do the same without it. */
const ARGUMENTS: Readonly<Record<Family, RegExp>> = {
  javascript: /^process\.argv\b/,
  python: /^sys\.argv\b/,
  go: /^(?:os\.Args\b|flag\.Args?\()/,
  java: /^args\[/,
};

/** Whether the expression itself reads what a stranger may have written. */
export const isRequest = (node: Node, family: Family): boolean => reads(node, SOURCES[family]);

/** Whether the expression itself reads the command line. */
export const isArgument = (node: Node, family: Family): boolean => reads(node, ARGUMENTS[family]);

function reads(node: Node, sources: RegExp): boolean {
  const { start, end } = node.range();
  const isLong = end.index - start.index > LONGEST;
  if (isLong && !/call|invocation/.test(node.kind())) return false;
  const text = node.text().slice(0, LONGEST);
  return sources.test(text.replaceAll(/\s+/g, " ").replaceAll(/ ?\. ?/g, "."));
}
