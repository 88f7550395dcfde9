import type { Family } from "../../domain/languages.ts";

/** Calls that make a number, a fixed value or another thing that carries no injection. */
export const CONVERSIONS: Readonly<Record<Family, RegExp>> = {
  javascript:
    /^(Number|parseInt|parseFloat|BigInt|Boolean|Number\.parse\w+|Math\.\w+|Date\.now|crypto\.random\w+|randomUUID|os\.tmpdir|tmpdir|process\.cwd|fileURLToPath|require\.resolve|import\.meta\.resolve|process\.env)$/,
  python:
    /^(int|float|bool|len|round|abs|ord|hash|id|uuid\.\w+|UUID|os\.getcwd|os\.environ\.get|os\.getenv|tempfile\.\w+|time\.\w+|datetime\.\w+|secrets\.\w+)$/,
  go: /^(make|strconv\.(Atoi|ParseInt|ParseUint|ParseFloat|ParseBool|Itoa|FormatInt|Quote)|len|uuid\.\w+|os\.(TempDir|Getwd|Getenv|UserHomeDir)|int|int64|int32|uint|uint64|float64|time\.\w+)$/,
  java: /^((Integer|Long|Short|Double|Float|Boolean|UUID|BigInteger)\.(parse\w+|valueOf|fromString|toString|randomUUID)|System\.(getenv|getProperty|currentTimeMillis|nanoTime)|UUID\.\w+)$/,
};

/** Calls whose result is as hostile as what goes in. */
export const PASS_THROUGH: Readonly<Record<Family, RegExp>> = {
  javascript:
    /^(String|decodeURIComponent|decodeURI|unescape|atob|JSON\.(stringify|parse)|Buffer\.from|(node)?[pP]ath\.(join|resolve|normalize|posix\.join|win32\.join)|join|resolve|normalize|URL|Object\.(assign|entries|keys|values)|Array\.from|structuredClone|util\.format|qs\.parse|querystring\.parse|url\.parse)$/,
  python:
    /^(str|bytes|repr|list|dict|tuple|set|sorted|reversed|enumerate|json\.(loads|dumps)|os\.path\.(join|abspath|normpath|expanduser)|posixpath\.join|Path|pathlib\.\w*Path|PurePath|urllib\.parse\.unquote(_plus)?|unquote|base64\.\w+|copy\.\w+|os\.fspath)$/,
  go: /^(string|\[\]byte|filepath\.(Join|Clean|Abs|FromSlash)|path\.(Join|Clean)|strings\.(Trim\w*|ToLower|ToUpper|Replace\w*|Join|Repeat|Split\w*)|url\.(QueryUnescape|PathUnescape)|bytes\.NewBufferString|strings\.NewReader|fmt\.Append\w*)$/,
  java: /^(String\.valueOf|Objects\.toString|Paths\.get|Path\.of|File|URI\.create|URLDecoder\.decode|StringBuilder|StringBuffer|String|Arrays\.asList|(List|Set|Map)\.(of|ofEntries|copyOf)|Map\.entry|Collections\.nCopies|Optional\.of\w*|StringReader|ByteArrayInputStream)$/,
};

/** Methods of texts and lists whose result is as hostile as their object. */
export const TEXT_METHODS =
  /^(trim\w*|strip|lstrip|rstrip|to(Lower|Upper)Case|toLocale\w+|lower|upper|title|casefold|slice|substring|substr|split\w*|toString|repeat|padStart|padEnd|replace\w*|concat|join|at|charAt|normalize|get|decode|encode|getBytes|toPath|resolve|filter|sort|sorted|reverse|flat|keys|values|items|pop|shift|joinpath|Get|getOrDefault|orElse|toFile|toURI|strip\w*|intern)$/;

const SANITISER =
  /(?:^|[._])(?:\w*(?:escape|sanitiz|sanitis|quote|encodeuri|urlencode|whitelist|allowlist|purify|slugify|secure_filename|hmac)\w*|basename|Base|getFileName|getName|name|IsLocal|SecureJoin|safe_?join\w*|isSafe\w*|cleanHtml|bleach)$/i;

const NOT_A_SANITISER = /unescape|unquote|user_?name$|file_?name$|get_?username|^name$/i;

/** Whether a call of this name promises to make a value harmless. */
export function isSanitiser(callee: string): boolean {
  const isPath = /secure_filename$|getFileName$/.test(callee);
  return SANITISER.test(callee) && (isPath || !NOT_A_SANITISER.test(callee));
}
