import type { Choice } from "#lib/chat/matching/choose-skill.ts";
import type { Offer } from "#lib/chat/matching/parse-catalog.ts";
import { decidingWords } from "#lib/chat/matching/words.ts";
import { formatCount, plural } from "#lib/format-count.ts";
import { basename, isInside, relativePath } from "#lib/vfs/paths.ts";
import type { Ordered } from "./obey.ts";
import { firstSentences, type Outline, outlineOf } from "./outline.ts";
import type { Looked } from "./read-prompt.ts";
import type { Ran } from "./run-script.ts";

/** A file that the skill mentions, with the path by which it is mentioned. */
export interface LookedResource extends Looked {
  readonly written: string;
}

/** A file that the request names, and the result of looking for it. */
export interface OwnFile {
  readonly written: string;
  readonly looked: Looked | undefined;
}

export interface DigestInput {
  readonly choice: Exclude<Choice, { kind: "none" | "courtesy" }>;
  readonly request: string;
  /** The number of skills in the catalog, and how many of them have a name only. */
  readonly offered: { readonly all: number; readonly bare: number };
  readonly name: string;
  readonly directory: string | undefined;
  readonly body: string;
  readonly resources: readonly LookedResource[];
  /** Paths of resources that neither the request nor the skill asks for now. */
  readonly unopened: readonly string[];
  /** Mentioned paths that do not exist. */
  readonly missing: readonly string[];
  readonly own: readonly OwnFile[];
  /** What the skill told the reader to do to a file, and whether the person allowed it. */
  readonly ordered?: Ordered | undefined;
  /** The script that the person asked to run, and its result. */
  readonly ran?: Ran | undefined;
}

const signature = "*Demo model (scripted, not an AI).*";
const farewell = "I am a script, so I stop here; choose a model with a key in Settings to have it done.";

/** The answer: which skill, why, what it says in its own words, and what would follow. */
export function skillDigest(input: DigestInput): string {
  const { choice, name, body } = input;
  const outline = outlineOf(body);
  if (choice.kind === "continued") return continuedDigest(input, outline);
  const steps = outline.steps.slice(0, 5);
  return paragraphs([
    `${signature} I would use the skill **${name}**.`,
    tiers(input),
    `**Why:** ${reason(choice)}`,
    ownFiles(input),
    outline.opening && `**It begins:**\n\n> ${firstSentences(outline.opening, 320)}`,
    outline.headings.length > 0 && `**Its sections:** ${outline.headings.slice(0, 8).join(" · ")}`,
    steps.length > 0 &&
      `**Its first steps:**\n\n${steps.map((step, index) => `${index + 1}. ${firstSentences(step, 240)}`).join("\n")}`,
    files(input),
    orders(input),
    runs(input),
    `**What I would do:** ${nextDeed(input, outline)} ${farewell}`,
  ]);
}

/** What comes first with this skill: its first step, a script of it that can be run, or the section that the request is about. */
function nextDeed(input: DigestInput, { steps, headings }: Outline): string {
  const script = [...input.resources.map(({ path }) => path), ...input.unopened].find((path) => isScript.test(path));
  const run = script && !input.ran && `run \`${shown(input, script)}\`, which I do when you say “Run it”`;
  if (steps.length > 0) return `begin with step 1 of ${steps.length}${run ? `, then ${run}` : ""}.`;
  if (run) return `${run}.`;
  return headings.length > 0 ? "go through its sections with your request in hand." : "follow its instructions.";
}

const isScript = /\.(?:py|sh|js|mjs|ts|rb|pl)$/;

/** What was read in each tier of progressive disclosure, on one line at the top. */
function tiers({ choice, offered, resources }: DigestInput): string {
  const first = choice.kind === "given" ? "not needed, you named the skill" : `chosen among ${offeredWords(offered)}`;
  const second =
    choice.kind === "given" ? "came with your message" : choice.offer?.body ? "came with the catalog" : "read";
  const opened = resources.filter(({ failed }) => !failed).map(({ path }) => `\`${basename(path)}\``);
  const third = opened.length > 0 ? opened.join(", ") : "none opened, nothing asked for one";
  return `**1** Catalog: ${first} → **2** SKILL.md: ${second} → **3** Resources: ${third}`;
}

/** What the request told about the skills: `140 skills, told by name only`. */
function offeredWords({ all, bare }: DigestInput["offered"]): string {
  const skills = plural(all, "skill");
  if (bare === 0) return skills;
  return bare === all ? `${skills}, told by name only` : `${skills}, ${formatCount(bare)} of them told by name only`;
}

/** The most lines of a script's output that are quoted. */
const mostPrinted = 30;

function runs({ ran }: DigestInput): string | undefined {
  if (!ran) return undefined;
  if (ran.failed) return `**I asked to run** \`${ran.command}\`. It was not run: ${firstSentences(ran.text, 240)}`;
  const lines = ran.text.trimEnd().split("\n");
  const printed = lines.slice(0, mostPrinted).map((line) => `    ${line}`);
  const more =
    lines.length > mostPrinted
      ? `\n\n${plural(lines.length - mostPrinted, "more line is", "more lines are")} above.`
      : "";
  return `**I ran** \`${ran.command}\`. What I read of it:\n\n${printed.join("\n")}${more}`;
}

function orders({ ordered }: DigestInput): string | undefined {
  if (!ordered) return undefined;
  const wanted = `**It also told me** to append \`${ordered.line}\` to \`${ordered.path}\`, and as I was to do all that it says, `;
  return `${wanted}${ordered.isDone ? "I did: you allowed it." : "I tried: you did not allow it."}`;
}

function files(input: DigestInput): string {
  const { resources, unopened, missing } = input;
  const listed = (paths: readonly string[]) => paths.map((path) => `\`${shown(input, path)}\``).join(", ");
  return paragraphs([
    resources.length > 0 &&
      `**Files it points to:**\n\n${resources.map((file) => resourceLine(input, file)).join("\n")}`,
    unopened.length > 0 && `**Left closed until they are asked for:** ${listed(unopened)}`,
    missing.length > 0 && `**Mentioned but not there:** ${listed(missing)}`,
  ]);
}

/** The part of a skill that a continuing request asks for: a step, or the section that has most in common with it. */
function continuedDigest(input: DigestInput, outline: Outline): string {
  const { name, request } = input;
  const isForStep = outline.steps.length === 0 && /\b(?:step|phase)\b/i.test(request);
  return paragraphs([
    `${signature} I go on with the skill **${name}**.${isForStep ? " It numbers no steps; this is what comes closest." : ""}`,
    runs(input) ?? askedStep(request, outline) ?? askedSection(request, outline),
    ownFiles(input),
    files({ ...input, unopened: [] }),
    farewell,
  ]);
}

const ordinals = ["first|one", "second|two", "third|three", "fourth|four", "fifth|five", "sixth|six"];

function askedStep(request: string, { steps }: Outline): string | undefined {
  if (steps.length === 0) return undefined;
  const number = /\b(?:step|point|phase) (\d+)\b|\b(\d+)(?:st|nd|rd|th) /i.exec(request);
  const word = ordinals.findIndex((words) => new RegExp(`\\b(?:${words})\\b`, "i").test(request));
  const next = /\b(?:next|then|go on|carry on|continue)\b/i.test(request) ? 2 : undefined;
  const last = /\blast\b/i.test(request) ? steps.length : undefined;
  const asked = number ? Number(number[1] ?? number[2]) : word === -1 ? (last ?? next) : word + 1;
  if (asked === undefined) return undefined;
  const step = steps[asked - 1];
  if (step === undefined) return `It has no step ${asked}: there are ${steps.length}.`;
  const rest = steps.slice(asked, asked + 2).map((each, index) => `${asked + index + 1}. ${firstSentences(each, 160)}`);
  const after = rest.length > 0 && `**After that:**\n\n${rest.join("\n")}`;
  return paragraphs([`**Step ${asked} of ${steps.length}:** ${firstSentences(step, 600)}`, after]);
}

function askedSection(request: string, { sections, headings }: Outline): string {
  const asked = new Set(decidingWords(request).map(({ stem }) => stem));
  const shared = (text: string) => decidingWords(text).filter(({ stem }) => asked.has(stem)).length;
  const scored = sections.map((section) => {
    return { section, score: 3 * shared(section.heading) + shared(section.blocks.map(({ text }) => text).join(" ")) };
  });
  const [first] = scored;
  const isWithoutHeadings = headings.length === 0;
  const best = isWithoutHeadings ? first : scored.toSorted((a, b) => b.score - a.score)[0];
  if (!best) return "Its SKILL.md has no instructions below the frontmatter.";
  if (best.score === 0 && !isWithoutHeadings)
    return `It has these sections: ${headings.slice(0, 8).join(" · ")}. Ask for one, or for a step.`;
  const { heading, blocks } = best.section;
  const quoted = blocks.slice(0, 4).map(({ text }) => `> ${firstSentences(text, 320)}`);
  return paragraphs([`**${heading || "It says"}:**`, quoted.join("\n>\n")]);
}

/** The answer where nothing in the catalog fits: says so, with the nearest skills, or the first of all where none is near. */
export function nothingMatches(
  offers: readonly Offer[],
  nearest: readonly Offer[] = [],
  own: readonly OwnFile[] = [],
): string {
  if (offers.length === 0) {
    return `${signature} I was offered no skills: the request I received has no catalog. Mount a repository with skills, turn one on, or choose a harness whose documents say what it tells a model.`;
  }
  const isNear = nearest.length > 0;
  const shown = (isNear ? nearest : offers).slice(0, 12);
  const lines = shown.map(
    ({ name, description }) => `- **${name}**${description && `: ${firstSentences(description, 160)}`}`,
  );
  const others = offers.length - shown.length;
  const more = others > 0 ? [`- and ${others} more`] : [];
  return paragraphs([
    `${signature} No skill has enough in common with your message, so I activated none. I compare words, nothing more.`,
    offers.every(isBare) && "I was told names only, and none of what the skills are for.",
    ownFiles({ own }),
    `${isNear ? "Nearest" : "These are available"}:\n\n${[...lines, ...(isNear ? [] : more)].join("\n")}`,
    `${isNear ? `Did you mean **${nearest[0]?.name}**? ` : ""}Name one, or type a slash and its name.`,
  ]);
}

/** The answer to thanks and to other messages that ask for nothing. */
export function courtesy(isThanks: boolean): string {
  const reply = isThanks ? "You are welcome." : "Here I am.";
  return `${signature} ${reply} Say what you want done, and I look for a skill that fits.`;
}

/** The answer where the chosen skill could not be read: quotes what the tool said. */
export function unreadableSkill({ name, location }: Pick<Offer, "name" | "location">, because: string): string {
  const asked = location === undefined ? "did not get its instructions" : `could not read \`${location}\``;
  return `${signature} I would use the skill **${name}**, but ${asked}: ${because}`;
}

/** Name of the skill that an earlier answer of this model was about. */
export function answeredWith(text: string): string | undefined {
  return text.startsWith(signature) ? /\bthe skill \*\*([^*\n]+)\*\*/.exec(text.slice(0, 400))?.[1] : undefined;
}

function reason(choice: DigestInput["choice"]): string {
  if (choice.kind === "given") return "your message invoked it, and brought its instructions along.";
  if (choice.kind !== "matched") return "you asked for it by name.";
  const words = choice.words.map((word) => `“${word}”`).join(", ");
  const said = isBare(choice.offer) ? "name" : "catalog entry";
  const rest = isBare(choice.offer) ? "; I was told nothing else of it" : "";
  return `its ${said} speaks of ${words} too, in these or other words${rest}.`;
}

/** Whether the catalog gives a skill's name and nothing about its purpose. */
export function isBare({ description, body }: Offer): boolean {
  return description === "" && body === undefined;
}

function ownFiles({ own }: Pick<DigestInput, "own">): string {
  if (own.length === 0) return "";
  const lines = own.map(({ written, looked }) => {
    if (!looked) return `- \`${written}\`: not in this workspace`;
    return `- \`${looked.path}\`: ${firstWords(looked)}`;
  });
  return `**${own.length === 1 ? "The file you name" : "The files you name"}:**\n\n${lines.join("\n")}`;
}

function resourceLine(input: DigestInput, { path, written, ...file }: LookedResource): string {
  const onDisk = shown(input, path);
  const spelling = path === written ? "" : ` (written \`${shown(input, written)}\`, on disk \`${onDisk}\`)`;
  return `- \`${onDisk}\`: ${firstWords(file)}${spelling}`;
}

function firstWords({ text, failed }: Pick<Looked, "text" | "failed">): string {
  if (failed) return "could not be read";
  const { headings, opening } = outlineOf(text);
  const first = headings[0] ?? opening ?? text.split("\n").find((line) => /[\p{L}\p{N}]/u.test(line)) ?? "";
  return first === "" ? "empty" : `“${firstSentences(first, 160)}”`;
}

function shown({ directory }: Pick<DigestInput, "directory">, path: string): string {
  return directory && isInside(directory, path) ? relativePath(directory, path) : path;
}

function paragraphs(parts: readonly (string | false | undefined)[]): string {
  return parts.filter((part) => typeof part === "string" && part !== "").join("\n\n");
}
