/** First verbs of descriptions that can be asked for. English forms verbs too freely to recognise them by their letters. */
const verbs = new Set(
  (
    "add adjust align analyze annotate answer apply architect assemble assess attach audit author automate benchmark brainstorm " +
    "break browse build calculate capture categorize chart check choose classify clean collect combine compare compile " +
    "compose compute configure connect convert convey coordinate count craft create critique customize debug decide define " +
    "deliver deploy describe design detect determine develop diagnose diagram discover discuss document download draft " +
    "draw drive edit embed enforce engineer enrich establish estimate evaluate examine execute explain explore export " +
    "extend extract facilitate fetch fill find finish fix forecast format gather generate get guide handle harden identify implement import initialize improve " +
    "inspect install integrate interact interpret investigate keep launch learn link list load log look maintain make " +
    "manage map measure merge migrate mock model modernize modify monitor navigate open optimize orchestrate organize " +
    "outline parse perform pick plan polish port predict prepare preview prioritize process produce profile prototype prove " +
    "provision publish query rank read recommend reconcile record reduce refactor refine reformat release render repair replace " +
    "reply report reproduce request research resolve respond restructure retrieve review revise rewrite roll run scaffold " +
    "scan schedule score scrape screen search secure select send set share ship show simulate size sketch solve split " +
    "standardize start structure study style submit suggest summarize sync take teach test trace track transcribe " +
    "transform translate triage troubleshoot tune turn understand update upgrade upload use validate verify visualize " +
    "wire work wrap write"
  ).split(" "),
);

export function isVerb(word: string): boolean {
  return verbs.has(word.toLowerCase());
}

/** The base form of a known verb: "review" for "reviews", "Reviewing", "review"; `undefined` for any other word. */
export function baseForm(word: string): string | undefined {
  const lower = word.toLowerCase();
  const stem = lower.replace(/ing$/, "");
  const forms = lower.endsWith("ing")
    ? [stem, `${stem}e`, stem.replace(/(.)\1$/, "$1")]
    : [lower, lower.replace(/s$/, ""), lower.replace(/es$/, ""), lower.replace(/ies$/, "y")];
  return forms.find((form) => verbs.has(form));
}
