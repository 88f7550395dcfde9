export type EquationCheck = { equation: string; computed: number | null; holds: boolean };

const LONGEST_READ = 50_000;
const MOST_CHECKED = 50;
// People round: 1/3 = 0.33 is true to the digits given.
const HALF_A_DIGIT = 0.5000001;

const LONGEST_SIDE = 200;
const TOKEN = /[\d.,_]+%?|[-+*/×·÷−^()]/g;
const NOT_PART = /[^\d\s.,_%+*/×·÷−^()-]/;

/** Computes every equation of a text such as `12 * (3 + 4) = 84`. */
export function checkEquations(text: string): EquationCheck[] {
  const parts = text.slice(0, LONGEST_READ).split(/[=≈]/);
  return parts
    .slice(0, -1)
    .slice(0, MOST_CHECKED)
    .flatMap((before, index) => {
      const left = endOfSum(before.slice(-LONGEST_SIDE));
      const right = startingNumber((parts[index + 1] ?? "").slice(0, LONGEST_SIDE));
      if (left === undefined || right === undefined) return [];
      const { computed } = left;
      const stated = toNumber(right);
      const digits = right.split(".")[1]?.length ?? 0;
      const tolerance =
        digits > 0 && computed !== stated ? HALF_A_DIGIT * 10 ** -digits : 1e-9 * Math.abs(stated);
      return [
        {
          equation: `${left.text} = ${right}`,
          computed: Number.isFinite(computed) ? computed : null,
          holds: Math.abs(computed - stated) <= tolerance,
        },
      ];
    });
}

/** The longest sum or product at the end of a text. */
function endOfSum(text: string): { text: string; computed: number } | undefined {
  let from = text.length;
  while (from > 0 && !NOT_PART.test(text[from - 1] ?? "")) from -= 1;
  const side = text.slice(from);
  const tokens = [...side.matchAll(TOKEN)];
  // A letter right before the side belongs to a name, such as x in x1 + 2.
  for (const [index, token] of tokens.entries()) {
    if (from > 0 && index === 0 && token.index === 0) continue;
    const rest = tokens.slice(index).map(([word]) => word);
    if (rest.length < 3) return undefined;
    const computed = evaluate(rest);
    if (computed !== undefined) return { text: side.slice(token.index).trim(), computed };
  }
  return undefined;
}

function startingNumber(text: string): string | undefined {
  const [, sign = "", digits = "", next = ""] =
    /^\s{0,3}([-−]?)([\d.,]+)([a-zA-Z]?)/.exec(text) ?? [];
  const number = digits.replace(/[.,_]$/, "");
  return isNumber(number) && next === "" ? `${sign === "" ? "" : "-"}${number}` : undefined;
}

function isNumber(token: string): boolean {
  return token !== "" && token.length <= 40 && /^\d/.test(token) && !Number.isNaN(toNumber(token));
}

function toNumber(text: string): number {
  return Number(text.replace(/[,_]/g, ""));
}

/** The value of a sum of products of powers; undefined if the brackets do not match. */
function evaluate(tokens: readonly string[]): number | undefined {
  let place = 0;

  function sum(): number {
    let value = factors();
    while ("+-−".includes(tokens[place] ?? " ")) {
      const sign = tokens[place++];
      value = sign === "+" ? value + factors() : value - factors();
    }
    return value;
  }

  function factors(): number {
    let value = power();
    while ("*/×·÷".includes(tokens[place] ?? " ")) {
      const sign = tokens[place++] ?? "";
      value = "/÷".includes(sign) ? value / power() : value * power();
    }
    return value;
  }

  function power(): number {
    const base = atom();
    if (tokens[place] !== "^") return base;
    place += 1;
    return base ** power();
  }

  function atom(): number {
    const token = tokens[place++] ?? "";
    if (token === "-" || token === "−") return -power();
    if (token === "+") return power();
    if (token === "(") {
      const value = sum();
      return tokens[place++] === ")" ? value : Number.NaN;
    }
    const isShare = token.endsWith("%");
    const digits = isShare ? token.slice(0, -1) : token;
    if (!isNumber(digits)) return Number.NaN;
    return isShare ? toNumber(digits) / 100 : toNumber(digits);
  }

  const value = sum();
  return place < tokens.length || Number.isNaN(value) ? undefined : value;
}
