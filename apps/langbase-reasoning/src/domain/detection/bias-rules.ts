import type { WordingRule } from "./wording-rule.ts";

/** One rule for each bias type of the contract. */
export const BIAS_RULES: readonly WordingRule[] = [
  {
    type: "confirmation_bias",
    severity: 4,
    confidence: 0.65,
    explanation: "Evidence is read as confirming what was believed beforehand.",
    remediation:
      "Look for evidence that would contradict the conclusion, and say what would change it.",
    patterns: [
      /\b(proves?|confirms?|confirmed|vindicates?) (that )?(our|my|the|what) (hypothesis|theory|point|view|suspicions?|beliefs?|we|i)\b/i,
      /\bas (i|we) (always |already |had )?(suspected|expected|knew|thought)\b/i,
      /\b(ignor(e|ed|ing)|dismiss(ed|ing)?|discard(ed|ing)?) (the |any |all )?(contrary|contradicting|contradictory|conflicting|opposing|negative) /i,
      /\bonly (looked|searched|considered|counted|kept)\b.{0,60}\b(support|supports|supporting|confirm|confirms|confirming|agree|agrees|fit|fits)\b/i,
    ],
  },
  {
    type: "anchoring_bias",
    severity: 3,
    confidence: 0.55,
    explanation: "The first figure that came up sets the scale for everything after it.",
    remediation: "Estimate again from independent data, without the first figure in view.",
    patterns: [
      /\b(initial|first|original|starting|opening) (estimate|price|offer|number|figure|quote|guess|bid)\b.{0,120}\b(so|therefore|hence|adjust(ed)?|based on|close to|around|compared|relative)\b/i,
      /\b(compared|relative) (to|with) (the|their|our) (initial|first|original|opening|list) (price|offer|estimate|figure|quote|number)\b/i,
      /\b(it )?(was|is) (originally|initially) (priced|listed|quoted|estimated) at\b/i,
    ],
  },
  {
    type: "availability_heuristic",
    severity: 3,
    confidence: 0.55,
    explanation: "What comes to mind easily is taken for what is frequent.",
    remediation: "Check how often it happens instead of how easily an example comes to mind.",
    patterns: [
      /\b(i|we) (just|recently|only yesterday) (saw|read|heard|watched)\b/i,
      /\b(all over|everywhere in|constantly in) the (news|media|press)\b/i,
      /\b(i|we) can (easily |readily |immediately )?(think of|remember|recall|name) (a|an|one|two|several|many|plenty|lots)\b/i,
      /\b(everyone|everybody|we all) (still )?remembers?\b/i,
    ],
  },
  {
    type: "sunk_cost_fallacy",
    severity: 4,
    confidence: 0.75,
    explanation: "Past investment, which no decision can bring back, is used as a reason to go on.",
    remediation: "Decide on future costs and benefits only, as if starting today.",
    patterns: [
      /\b(already|so far) (been )?(spent|invested|paid|sunk|poured|put|committed)\b/i,
      /\b(come|gone|got|gotten) (too|this|so) far\b/i,
      /\b(too|so) much (time|money|effort|work|capital)\b.{0,60}\b(stop|quit|abandon|give up|back out|turn back|waste|wasted|throw away)\b/i,
      /\b(can'?t|cannot|can not) (stop|quit|give up|turn back|abandon it|back out) now\b/i,
    ],
  },
  {
    type: "hindsight_bias",
    severity: 2,
    confidence: 0.65,
    explanation: "An outcome is called predictable after it is known.",
    remediation: "Compare with what was written down before the outcome was known.",
    patterns: [
      /\b(knew|known) (it |this |that )?all along\b/i,
      /\b(should|could) have (seen|known|predicted|foreseen)\b/i,
      /\b(was|were) (always )?(obvious|inevitable|predictable|bound to (happen|fail))\b/i,
      /\bsaw (it|this|that) coming\b/i,
    ],
  },
  {
    type: "bandwagon_effect",
    severity: 3,
    confidence: 0.65,
    explanation: "That many do or believe it is offered as the reason.",
    remediation: "Ask why they chose it, and whether their situation is this one.",
    patterns: [
      /\b(everyone|everybody|all (of )?(our|the) (competitors|peers|rivals)|the (whole|entire) industry|most (people|companies|teams)) (else )?(is|are|has|have|uses?|does?|do|thinks?|agrees?|knows?|believes?|wants?|already)\b/i,
      /\b(millions|thousands|that many|so many) (of )?(people|users|customers|developers)?\s?(can'?t|cannot) (all )?be wrong\b/i,
      /\b(nobody|no one) (uses|does|wants|buys) .{0,60}\bany ?more\b/i,
    ],
  },
  {
    type: "dunning_kruger",
    severity: 3,
    confidence: 0.5,
    explanation: "Competence is claimed on thin experience.",
    remediation: "Have someone with long experience of the matter review the plan.",
    patterns: [
      /\bhow hard can (it|that|this) be\b/i,
      /\b(don'?t|do not|doesn'?t|without) (really )?need(ing)? (any |an |a )?(experts?|training|specialists?|advice|consultants?|review)\b/i,
      /\b(i|we) (know|understand) (everything|all there is)( to know)? about\b/i,
      /\bafter (reading|watching|skimming) (one|a|a single|a few|two|some) .{0,60}\b(i|we) (fully |really )?(understand|know|can|am an expert)\b/i,
    ],
  },
  {
    type: "negativity_bias",
    severity: 3,
    confidence: 0.55,
    explanation: "Bad experiences weigh more than their number or size warrants.",
    remediation: "Count the good outcomes as well, and weigh both by how often they occur.",
    patterns: [
      /\b(one|a single|this one) (bad|negative|terrible|awful|poor) (review|experience|comment|result|outcome|incident)\b/i,
      /\b(nothing|never) (good|ever works|works|goes right)\b/i,
      /\b(everything|it|this|that) (always|constantly) (fails|breaks|goes wrong)\b/i,
      /\b(only|all) (i|we) (can )?(see|remember|notice) (is|are|were) (the )?(problems|failures|mistakes|flaws)\b/i,
    ],
  },
];
