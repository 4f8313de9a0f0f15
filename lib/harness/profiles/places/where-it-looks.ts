import { standardShell } from "#lib/harness/profiles/shell-tools.ts";
import { guardedWorkingFolder, standardReadTools, standardWriteTools } from "#lib/harness/profiles/standard-access.ts";
import { everyFolder } from "#lib/harness/profiles/usual-parts.ts";
import type { Ruling } from "#lib/harness/rules/content/content-rule.ts";
import type { SlashActivation } from "#lib/harness/vocabulary/activation.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Subject } from "#lib/harness/vocabulary/undocumented.ts";

const openEnded = (fallback: "folder" | "empty"): Ruling => ({ verdict: "undocumented", fallback });

const rulings: Profile["frontmatter"]["rulings"] = {
  readable: openEnded("folder"),
  "not-empty": openEnded("folder"),
  frontmatter: openEnded("folder"),
  "frontmatter-closed": openEnded("folder"),
  "frontmatter-length": openEnded("folder"),
  "frontmatter-complexity": openEnded("folder"),
  yaml: openEnded("folder"),
  mapping: openEnded("folder"),
  name: openEnded("folder"),
  description: openEnded("empty"),
};

/** Subjects that are rarely documented for a harness without published source that does not say what its model is told. */
const rarelyDocumented: readonly Subject[] = [
  ...(["further-folders", "plugins", "depth", "links", "same-name", "names", "fields", "states"] as const),
  ...(["catalog", "by-model", "by-person", "sent", "commands", "reload", "tools"] as const),
];

/** What the documents of such a harness tell. */
interface Documented extends Pick<Profile, "id" | "label" | "roots"> {
  /** Those of the rare subjects that they document. */
  readonly tells: readonly Subject[];
  /** What a person types before a skill's name. */
  readonly typed?: "/" | "@";
  /** The frontmatter fields that they name. */
  readonly knows?: readonly string[];
  readonly keeps?: Profile["frontmatter"]["keeps"];
  /** Of two skills with one name that of the first root counts. */
  readonly firstWins?: true;
}

const called: SlashActivation = {
  kind: "slash",
  prefixes: [],
  trimsLine: true,
  multiline: true,
  arguments: "trimmed-after-space",
  content: "fresh-body",
  message: "",
};

/** The profile of a harness whose documents tell little more than where it looks. The remaining values only let this lab run. */
export function whereItLooks({
  id,
  label,
  roots,
  tells,
  typed,
  knows = [],
  keeps = [],
  firstWins,
}: Documented): Profile {
  const undocumented = rarelyDocumented.filter((subject) => !tells.includes(subject));
  return {
    id,
    label,
    roots,
    undocumented,
    scan: everyFolder,
    frontmatter: {
      fence: "first-lines",
      dialect: { kind: "javascript", reader: "yaml" },
      trim: "javascript",
      rulings,
      warning: "{reason}",
      validator: "none",
      body: "as-written",
      keeps,
      knows,
    },
    identity: { name: "frontmatter", collisions: firstWins ? [{ by: "name" }] : [], order: "found" },
    states: { kind: "none" },
    catalog: {
      delivery: { channel: "system", before: "\n\n" },
      lists: "on",
      ...{ head: "", row: "", separator: "", tail: "", empty: "" },
    },
    activation: {
      byModel: { kind: "read-file" },
      byUser: typed === undefined ? { kind: "none" } : { ...called, prefixes: [typed] },
    },
    substitution: { kind: "none" },
    commands: { rules: [], others: [] },
    guard: guardedWorkingFolder,
    readTools: standardReadTools,
    writeTools: standardWriteTools,
    shellTool: standardShell,
    reload: ["start"],
  };
}
