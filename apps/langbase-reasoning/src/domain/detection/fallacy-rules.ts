import type { WordingRule } from "./wording-rule.ts";

/** Rules for the informal fallacies of the contract that show in their wording; circular reasoning is found by comparing clauses. */
export const FALLACY_RULES: readonly WordingRule[] = [
  {
    type: "ad_hominem",
    category: "informal",
    severity: 4,
    confidence: 0.7,
    explanation: "The person is attacked instead of the argument.",
    // cspell:disable-next-line
    remediation: "Answer the argument itself, whoever makes it.",
    patterns: [
      /\b(can'?t|cannot|don'?t|do not|shouldn'?t|never|why) (trust|believe|listen to|take)\b.{0,80}\b(because|since|as) (he|she|they|you)('s|'re| is| are| was| were| has| have| never)\b/i,
      /\b(is|are|'s|'re) (just |only |clearly |obviously |such )?(an? )?(idiot|fool|liar|moron|hypocrite|shill|crook|stupid|ignorant|incompetent|clueless)s?\b/i,
      /\bwhat (would|does|do|could) (he|she|they|you|someone like (him|her|them|that)) know about\b/i,
      /\bcoming from (someone|a person|people) (who|like)\b/i,
    ],
  },
  {
    type: "straw_man",
    category: "informal",
    severity: 3,
    confidence: 0.6,
    explanation: "A view is restated in a form that nobody holds and that is easier to attack.",
    remediation:
      "Restate the view so that its holder would agree with the wording, then answer it.",
    patterns: [
      /\bso (you'?re|you are|they'?re|they are|he'?s|she'?s|what you'?re|basically you'?re) (basically |really |just |actually )?(saying|claiming|telling)\b/i,
      /\b(you|they|he|she|critics|opponents|proponents|advocates) (basically |just |really |only |simply )?wants? (us )?to (destroy|abolish|ban (all|every)|get rid of (all|every)|eliminate (all|every)|throw away)\b/i,
      /\bin other words,? (you|they|he|she) (think|thinks|want|wants|believe|believes|would)\b/i,
    ],
  },
  {
    type: "false_dichotomy",
    category: "informal",
    severity: 3,
    confidence: 0.65,
    explanation: "Only two options are offered although there are more.",
    remediation: "List further options, and mixtures of the two.",
    patterns: [
      /\beither (we|you|they|it|he|she|i)\b.{1,120}\bor (else |we|you|they|it|he|she|i)\b/i,
      /\b(only|just) two (options|choices|ways|possibilities|alternatives|paths)\b/i,
      /\b(there is|there'?s|we have) no (middle ground|third (option|way)|other (option|choice|way|alternative))\b/i,
      /\b((you'?re|you are|they'?re) either|either (you|they)('?re| are)) (with|for) us\b|\bif you'?re not (with|for) us\b/i,
    ],
  },
  {
    type: "appeal_to_authority",
    category: "informal",
    severity: 3,
    confidence: 0.6,
    explanation: "Somebody's standing takes the place of evidence.",
    remediation: "Give the evidence on which the authority relies.",
    patterns: [
      /\bbecause (an? |the |our |my )?(experts?|famous|renowned|leading|professor|doctor|dr\.?|scientists?|ceo|boss|consultants?)\b.{0,60}\b(said|says|say|told|claims?|believes?|recommends?)\b/i,
      /\b(experts?|scientists|doctors|professors?|the ceo|nobel (laureates?|prize winners?))\b.{0,60}\b(say|says|said|agree|agrees|claim|claims|believe|believes)\b.{0,100}\b(so|therefore|thus|hence|must be|has to be|is (therefore )?true|case closed)\b/i,
    ],
    spans: true,
  },
  {
    type: "slippery_slope",
    category: "informal",
    severity: 3,
    confidence: 0.65,
    explanation:
      "A first step is said to lead to an extreme end without showing the steps between.",
    remediation: "Show how likely each step is, and what would stop it.",
    patterns: [
      /\b(will|would) (inevitably|eventually|soon|surely|only|ultimately|just) (lead|end|result|become|turn)\b/i,
      /\bnext thing (you|we) know\b|\bbefore (you|we) know it\b|\bslippery slope\b|\bwhere (does|will|would) (it|this|that) (all )?(stop|end)\b/i,
      /\bif (we|you|they) (allow|let|permit|start|give in|accept)\b.{0,120}\b(soon|next|eventually|before long|then (everyone|everything|nobody|nothing))\b/i,
    ],
  },
  {
    type: "red_herring",
    category: "informal",
    severity: 2,
    confidence: 0.5,
    explanation: "Attention is led to another matter.",
    remediation: "Return to the question, and treat the other matter on its own.",
    patterns: [
      /(^|[,;.!?] )(but |and |yes,? but )?what about\b/i,
      /\bthe real (issue|question|problem|story|scandal)( here)? is\b/i,
      /\b(why|instead of) (are we |even )?(talking|worry(ing)?|arguing|complaining) about\b.{0,80}\bwhen\b/i,
    ],
  },
  {
    type: "hasty_generalization",
    category: "informal",
    severity: 3,
    confidence: 0.6,
    explanation: "A general claim rests on a few cases.",
    remediation: "Look at a larger sample, or limit the claim to the cases seen.",
    patterns: [
      /\b(i|we|my \w+|our \w+) (met|know|knew|tried|saw|asked|tested|had|bought|hired) (one|two|three|four|five|a few|a couple|several|both)\b.{0,160}\b(all|every|everyone|always|never|nobody|none|clearly|no one)\b/i,
      /\b(one|two|three|a few|a couple)( of)? (my |our |the )?\w+.{0,80}\b(so|therefore|hence|which (means|proves|shows)),? (all|every|everyone|nobody|they (all|always|never)|no)\b/i,
    ],
    spans: true,
  },
];
