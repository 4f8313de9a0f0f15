import { UsageError } from "#lib/command/console.ts";
import { profiles } from "#lib/harness/profiles.ts";
import { forModel, type Profile } from "#lib/harness/vocabulary/profile.ts";
import { type AskOptions, askProgram, type Installed, TooLate, Unasked } from "./ask.ts";
import { compareTold, type Difference } from "./compare.ts";
import { explanationOf } from "./explained/explained.ts";
import type { Explanation } from "./explained/rule.ts";
import type { Jail } from "./jail/jail.ts";
import type { JailAnswer } from "./jail/jail-task.ts";
import { tellOurs } from "./ours.ts";
import type { IsOwn } from "./program.ts";
import { type OwnRow, printedMark, type Told } from "./told.ts";
import { type PlacedTree, placeTree, type Tree } from "./tree.ts";

/** The result for one tree. */
export type Outcome =
  | { readonly kind: "same" }
  | { readonly kind: "explained"; readonly by: readonly Explanation[] }
  | { readonly kind: "differs"; readonly differences: readonly Difference[] }
  /** No file system accepts the tree, or the program gave no answer: in a sentence. */
  | { readonly kind: "unasked"; readonly why: string }
  /** It was not asked in time. */
  | { readonly kind: "left" };

/** Compares the engine with a program, one tree after the other. */
export interface Holder {
  /** @param until the time (`Date.now`) after which only cached answers count; absent: none */
  hold(tree: Tree, until?: number): Promise<Outcome>;
  /** Both results, for a person to inspect. */
  look(tree: Tree): Promise<{ readonly real: Told; readonly ours: Told }>;
  readonly own: readonly OwnRow[];
  /** Hosts other than its model's that the program tried to reach, without success. */
  readonly elsewhere: ReadonlySet<string>;
}

const nothing: Tree = { name: "nothing", why: "what the program lists by itself", files: {} };

export async function createHolder(installed: Installed, jail: Jail): Promise<Holder> {
  const { program } = installed;
  const profile = profileOf(program.id);
  const empty = placeTree(nothing, program.folders);
  const greeted = await askProgram(installed, jail, nothing);
  const silence = whySilent(installed, greeted);
  if (silence !== undefined) throw new UsageError(silence);
  const own = program.told(greeted, empty, () => true).own;

  const elsewhere = new Set<string>();

  function ours(tree: Tree): Told {
    const placed = placeTree(tree, program.folders);
    const line = placed.line === undefined ? undefined : program.line(placed.line);
    const { headless = {} } = program;
    return tellOurs(forModel(profile, placed.model ?? program.model), placed, { line, headless });
  }

  async function look(tree: Tree, options?: AskOptions) {
    const placed = placeTree(tree, program.folders);
    const answer = await askProgram(installed, jail, tree, options);
    if (answer.unwritable !== undefined) throw new Unasked(answer.unwritable);
    for (const host of answer.elsewhere) elsewhere.add(host);
    const real = { ...program.told(answer, placed, ownIn(placed, own)), ...openedIn(answer, placed) };
    const mine = ours(tree);
    const isOnScreen = placed.isTerminal === true && program.screen !== undefined;
    const told = { real: isOnScreen ? withPrinted(real, answer, mine) : real, ours: mine };
    const found = compareTold(told.real, told.ours);
    // Only a process of its own may bear witness against the engine.
    if (answer.isWarm && (answer.code === undefined || found.length > 0))
      return look(tree, { ...options, isFresh: true });
    if (answer.code === undefined) throw new Unasked(`${program.label} did not come to an end.`);
    return { ...told, found };
  }

  async function judge(tree: Tree, options: AskOptions): Promise<Outcome> {
    const { found } = await look(tree, options);
    if (found.length === 0) return { kind: "same" };
    const by = found.map((each) => explanationOf(program.id, tree, each, ours));
    if (by.every((each) => each !== undefined)) return { kind: "explained", by: [...new Set(by)] };
    return { kind: "differs", differences: found.filter((_, index) => by[index] === undefined) };
  }

  return {
    own,
    elsewhere,
    look: (tree) => look(tree),
    async hold(tree, until) {
      const options = until === undefined ? {} : { until };
      try {
        const outcome = await judge(tree, options);
        // A program may look for skills while it answers a call, and with little of the machine it tells of them behind the next one.
        const isOfMoment = outcome.kind === "differs" && outcome.differences.every(({ about }) => about === "later");
        return isOfMoment ? await judge(tree, { ...options, isAgain: true }) : outcome;
      } catch (caught) {
        if (caught instanceof TooLate) return { kind: "left" };
        if (caught instanceof Unasked) return { kind: "unasked", why: caught.message };
        throw caught;
      }
    },
  };
}

export function profileOf(id: string): Profile {
  const profile = profiles.find((each) => each.id === id);
  if (!profile) throw new Error(`There is no profile ${id}.`);
  return profile;
}

/** Why there is nothing to compare: the message of a program that sent no request to its model. */
function whySilent({ program, version }: Installed, answer: JailAnswer): string | undefined {
  if (answer.requests.length > 0) return undefined;
  const { code, stdout, stderr, elsewhere, urls } = answer;
  const end = code === undefined ? "was ended after a minute" : `ended with ${code}`;
  const asked = urls.length > 0 ? `It asked for ${urls.join(", ")}. ` : "";
  const said = `${stderr}\n${stdout}`.trim().replace(/\s+/g, " ").slice(0, 300);
  const tried = elsewhere.length > 0 ? ` It tried to reach ${elsewhere.join(", ")}.` : "";
  return `${program.label} ${version} sends no model a request that is understood here: it ${end}. ${asked}It says: ${said || "nothing"}.${tried}`;
}

/** What the program printed among all else that its screen shows: the engine's words, if they stand there. */
function withPrinted(real: Told, { stdout }: JailAnswer, { line = "" }: Told): Told {
  if (!real.line?.startsWith(printedMark) || !line.startsWith(printedMark)) return real;
  const seen = withoutFrames(stdout);
  const lines = line.slice(printedMark.length).split("\n");
  return lines.every((each) => seen.includes(withoutFrames(each))) ? { ...real, line } : real;
}

/** A text without frames, and without white space, as long lines are broken anywhere. */
function withoutFrames(text: string): string {
  return text.replace(/[\s\u2500-\u257f]+/g, "");
}

/** The files whose contents have come to the model: each has a text of its own. */
function openedIn({ requests }: JailAnswer, { isGuarded, reads, files }: PlacedTree): Pick<Told, "opened"> {
  if (!isGuarded) return {};
  const sent = JSON.stringify(requests.at(-1)?.body);
  return { opened: reads.filter((path) => sent.includes(files[path]?.trim() ?? "nothing")) };
}

/** Recognises a program's own rows: in full, cut at a limit, or by name alone unless a skill of the tree may have that name. */
function ownIn({ files, links }: PlacedTree, own: readonly OwnRow[]): IsOwn {
  // Skills of a plugin have the plugin's name before theirs.
  const paths = [...Object.keys(files), ...Object.keys(links)].flatMap((path) =>
    path.includes("/plugins/cache/") ? [] : [`${path}/`],
  );
  const isTaken = (name: string) => paths.some((path) => path.includes(`/${name}/`) || path.includes(`/${name}.md`));
  return (row) =>
    own.some(({ name, text }) => {
      if (row === text) return true;
      if (row === `- ${name}`) return !isTaken(name);
      return row.endsWith("…") && text.startsWith(row.slice(0, -1));
    });
}
