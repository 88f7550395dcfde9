export type EquationCheck = { equation: string; computed: number | null; holds: boolean };

const NUMBER = String.raw`\d+(?:[,_]\d{3})*(?:\.\d+)?`;
const TERM = String.raw`[-+]?\(*\s*[-+]?${NUMBER}%?\s*\)*`;
const EQUATION = new RegExp(
  String.raw`(?<![\w.])(${TERM}(?:\s*(?:[-+*/×·÷−^])\s*${TERM})+)\s*(=|≈)\s*(-?${NUMBER})(?![\w.]*\d)`,
  "g",
);
const LONGEST_READ = 50_000;
const MOST_CHECKED = 50;
// People round: 1/3 = 0.33 is true to the digits given.
const HALF_A_DIGIT = 0.5000001;

/** Computes every equation of a text such as `12 * (3 + 4) = 84`. */
export function checkEquations(text: string): EquationCheck[] {
  return [...text.slice(0, LONGEST_READ).matchAll(EQUATION)]
    .slice(0, MOST_CHECKED)
    .flatMap(([equation, left = "", , right = ""]) => {
      const computed = evaluate(left);
      if (computed === undefined) return [];
      const stated = toNumber(right);
      const digits = right.split(".")[1]?.length ?? 0;
      const tolerance = isExactly(right, computed) ? 0 : HALF_A_DIGIT * 10 ** -digits;
      return [
        {
          equation: equation.trim(),
          computed: Number.isFinite(computed) ? computed : null,
          holds: Math.abs(computed - stated) <= (digits > 0 ? tolerance : 1e-9 * Math.abs(stated)),
        },
      ];
    });
}

function isExactly(stated: string, computed: number): boolean {
  return toNumber(stated) === computed;
}

function toNumber(text: string): number {
  return Number(text.replace(/[,_]/g, ""));
}

/** The value of a sum of products of powers; undefined if the brackets do not match. */
function evaluate(expression: string): number | undefined {
  const tokens = expression.match(new RegExp(String.raw`${NUMBER}%?|[-+*/×·÷−^()]`, "g")) ?? [];
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
    return token.endsWith("%") ? toNumber(token.slice(0, -1)) / 100 : toNumber(token || "x");
  }

  const value = sum();
  return place < tokens.length || Number.isNaN(value) ? undefined : value;
}
