import type { Node } from "../node.ts";
import type { Family } from "../../domain/languages.ts";

// Longer expressions are joined from parts, which are looked at one by one.
const LONGEST = 300;

/** What comes straight from a request, a command line or a terminal. */
const SOURCES: Readonly<Record<Family, RegExp>> = {
  javascript:
    /^(?:await\s+)?(?:this\.)?(?:(?:req|request|ctx|context|event|c|nextUrl)\b[\w.?!()]*?\.(?:query|params?|body|headers?|cookies|files?|url|originalUrl|searchParams|queryStringParameters|pathParameters|rawBody|json|formData|text)\b|process\.argv\b|(?:window\.|document\.)?location\.(?:hash|search|href|pathname)\b|document\.(?:cookie|URL|referrer)\b|prompt\(|[\w.]*searchParams\.get\(|[\w.]*formData\.get\()/,
  python:
    /^(?:await\s+)?(?:self\.)?(?:(?:flask\.|bottle\.)?request\.(?:args|form|values|json|data|files|headers|cookies|GET|POST|FILES|META|query_params|path_params|match_info|get_json|body|query|rel_url|stream|environ|params|view_args|get_data)\b|get_(?:query_|body_)?argument\(|input\(|sys\.(?:argv|stdin)\b|event\[)/,
  go: /^(?:(?:r|req|request)\.(?:URL|FormValue|PostFormValue|Form|PostForm|MultipartForm|Header|Body|PathValue|Cookie|RequestURI|Host)\b|(?:c|ctx)\.(?:Query|Param|PostForm|FormValue|QueryParam|DefaultQuery|GetHeader|Params|Query)\w*\(|mux\.Vars\(|chi\.URLParam\(|os\.Args\b|flag\.Args?\()/,
  java: /^(?:[\w.]*?(?:req|request|httpRequest|servletRequest|exchange|ctx|context)\w*(?:\(\))?\.(?:getParameter\w*|getHeaders?|getQueryString|getCookies|getInputStream|getReader|getPathInfo|getRequestURI|getRequestURL|getPart|queryParam|pathParam|formParam|body|param|params|getRequestBody)\(|(?:scanner|in|input|sc|reader|br|stdin)\.(?:nextLine|next|readLine)\(|System\.console\(\)|args\[)/i,
};

/** Whether the expression itself reads what a stranger may have written. */
export function isRequest(node: Node, family: Family): boolean {
  const { start, end } = node.range();
  if (end.index - start.index > LONGEST) return false;
  return SOURCES[family].test(node.text().replaceAll(/\s+/g, " "));
}
