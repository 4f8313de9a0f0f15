import { stemmer } from "@orama/stemmers/english";

/** A word of a text that can decide what the text is about. */
export interface Word {
  /** As written, in lower case. */
  readonly written: string;
  /** What it has in common with its other forms: `deploy` of `deploying`. */
  readonly stem: string;
}

/** Words that say nothing about what a skill is for, and those that every catalog line holds. */
const common = new Set(
  (
    "a about after again ain all already also always am an and another any anyone anything are aren as at back be been before being " +
    "both but by came can cannot could couldn d did didn do does doesn doing don done each either else etc even ever every everything few fine file files find first for found from " +
    "get gets getting give given go goes going gone good got great had has hasn have haven having he hello help helped helps her here hey hi him his how i if in instead into is " +
    "isn it its just keep know last late lately let like ll look lot m made make many may maybe me might mine more most much must my need " +
    "needs never new night no nope not nothing now of off ok okay on once one only or other our out over own perfect please put re really right s same " +
    "say see shall she should show since skill skills so some somebody someone something soon still such sure t take tell than thank thanks that " +
    "the their them then there these they thing things this those thought through time to today tomorrow tonight too try twice two up us use used user users using ve very " +
    "want wants was way we week well went were what when where whether which while who whole whose why will with within without won work works would wouldn " +
    "yes yesterday yet you your yours"
  ).split(" "),
);

/** Longer words are cut: nobody types them. */
const longest = 40;

/**
 * The words of a text that can decide, in order. An apostrophe ends a word ("what's", "customer's"), `+` and `#` after
 * one belong to it (`AFL++` is `aflpp`, `C#` is `csharp`). CJK counts as pairs of characters.
 */
export function decidingWords(text: string): Word[] {
  const pairs = (normal(text).match(cjk) ?? []).flatMap((run) =>
    Array.from(run.slice(1), (_, index) => run.slice(index, index + 2)),
  );
  return [...everyWord(text).filter((word) => !common.has(word)), ...pairs].map(wordOf);
}

/** Each two words of a text as one: `clean up` is `cleanup`, `pre-commit` is `precommit`. */
export function joinedWords(text: string): Word[] {
  return pairsIn(text)
    .map(joinedWord)
    .filter(({ stem, written }) => groups.has(stem) || !common.has(written.split(" ", 1)[0] ?? ""));
}

/** Those of them that are in a group of related words. */
export function joinedRelatedWords(text: string): Word[] {
  const likely = pairsIn(text).filter(([first, second]) => starts.has((first + second).slice(0, startLength)));
  return likely.map(joinedWord).filter(({ stem }) => groups.has(stem));
}

/** A word and its stem begin alike: to look at that first spares most of the work. */
const startLength = 5;

type Pair = readonly [string, string];

/** Words that stand beside each other, as written or but for common ones between them. */
function pairsIn(text: string): Pair[] {
  const words = everyWord(text);
  return [words, words.filter((word) => !common.has(word))].flatMap((some) =>
    some.slice(1).map((word, index): Pair => [some[index] ?? "", word]),
  );
}

function joinedWord([first, second]: Pair): Word {
  return { written: `${first} ${second}`, stem: wordOf(first + second).stem };
}

/** Numbers of the groups of words that mean the same in which a stem stands. */
export function groupsOf(stem: string): readonly number[] {
  return groups.get(stem) ?? [];
}

const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2,}/gu;

function everyWord(text: string): string[] {
  return Array.from(normal(text).matchAll(/[\p{L}\p{N}]+(?:\+\+|#(?![\p{L}\p{N}]))?/gu), ([word]) =>
    word.replace("++", "pp").replace("#", "sharp"),
  );
}

function normal(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

/** Catalogs say the same words again and again, and are gone through at each step of an answer. */
const stems = new Map<string, string>();
const mostStems = 20_000;

function wordOf(written: string): Word {
  const stem = stems.get(written) ?? stemmer(written.slice(0, longest));
  if (stems.size >= mostStems) stems.clear();
  stems.set(written, stem);
  return { written, stem };
}

/**
 * Words that people use for the same thing, a group a line, in the fields that skills are written for. Two words
 * written as one (`pushlive`) stand for the two, one after the other. A group is about one thing: what merely goes
 * together (invoice, customer) does not belong in it.
 */
const writtenGroups = `
accessibility a11y wcag screenreader keyboarduser
agent subagent
animate animation transition fade motion gif moving
answer reply respond response
api endpoint sdk
app application
architecture structure design
article blogpost essay post draft
ask question interview interrogate grill
attack exploit vulnerability vulnerable hole weakness
audit review inspect assess examine lookover
automate automation script workflow
book ledger accounting
boss manager leadership executive stakeholder
brainstorm idea ideate thinkthrough concept explore
branch worktree checkout workspace
bug defect error crash broken fault fail failure diagnose debug wrong troubleshoot
build create generate construct
candidate applicant hire recruit
chart graph plot diagram visualize visualization draw
check verify verification validate confirm prove
cleanup tidy tidyup remove prune stale
client customer
comment feedback remark suggestion
commit checkin
company organization business firm
competitor rival competitive
complaint angry upset unhappy
complete done finish finished ready
compliance regulation regulatory gdpr
component widget
contract agreement nda terms
convert transform translate turn
copy text wording microcopy
credential secret password key token
dashboard overview
dataset data table
decide decision choose
delete remove erase wipe zeroize
dependency package library
deploy deployment ship publish release putonline golive pushlive online production live host
develop implement code feature program
docs document documentation readme manual
vocabulary glossary terminology ubiquitous naming
edit revise improve tighten rewrite polish
email mail newsletter
error exception stacktrace
estimate forecast predict projection
evidence proof
example sample
excel spreadsheet xlsx sheet workbook csv
explain understand learn teach lesson tutorial
fast performance slow speed optimize latency lag janky regression slower faster
search locate lookup hunt
fix repair solve mend resolve
form field questionnaire
fuzz fuzzer fuzzing
handoff handover passon nextagent
image picture photo visual
incident outage postmortem wentdown
independent unrelated separate
install setup configure
interface ui frontend
invoice bill overdue unpaid
isolate isolated
issue ticket bug story
jira ticket tracker issue
job position role
law legal lawyer
leave vacation pto holiday
logo brand identity
malware virus trojan
meeting call appointment
memory leak buffer overflow
merge integrate combine conflict
method technique approach
mobile phone ios android
monthend closebook monthclose
often repeatedly
onboard newhire
optimize improve
other variant similar likethis
paid pay payment
parallel concurrent simultaneous sametime atonce
plan breakdown step roadmap schedule
policy rule guideline
poster flyer artwork art canvas
presentation slide deck pitch powerpoint pptx keynote
pr pullrequest mergerequest
problem issue
prototype mockup throwaway
pdf acrobat
remind reminder chase
report summary summarize recap digest
requirement spec specification prd
research investigate study
reviewer review
route navigation page
sale revenue
save keep store
schedule calendar
security secure safe unsafe risky risk
site website web page
social linkedin twitter
standup yesterday
status update progress
style theme color colour font look
suggest recommend
test testing unittest spec
testfirst tdd testdriven redgreen failingtestfirst
think reason
vacation pto
vendor supplier
word docx wordfile worddoc document letter
`;

/** The groups, each a list of words. */
const relatedWords: readonly (readonly string[])[] = writtenGroups
  .trim()
  .split("\n")
  .map((line) => line.split(" "));

const groups = groupsByStem();
const starts = new Set([...groups.keys()].map((stem) => stem.slice(0, startLength)));

function groupsByStem(): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const [index, words] of relatedWords.entries()) {
    for (const { stem } of words.map(wordOf)) found.set(stem, [...new Set([...(found.get(stem) ?? []), index])]);
  }
  return found;
}
