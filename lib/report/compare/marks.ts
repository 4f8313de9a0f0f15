/** The categories of the summary: under a harness every file falls into one of them. */
export const tallies = {
  loaded: { label: "Loaded", title: "Loaded under its folder's name, and the model is told of it" },
  renamed: { label: "Renamed", title: "Loaded under another name than its folder's" },
  cut: { label: "Cut", title: "Loaded, and the model is told less of it than its author wrote" },
  untold: { label: "Not told", title: "Loaded or switched off, and the model is not told of it" },
  unknown: { label: "Not documented", title: "Found where it looks; no document says what its model is told" },
  out: { label: "Left out", title: "Rejected, shadowed or not found" },
} as const;

export type Tally = keyof typeof tallies;

/**
 * What the model is told of a skill before it reads any: the whole description, its beginning, the name, nothing yet, unknown (not
 * documented), nothing.
 */
export type ToldOf = "whole" | "cut" | "name" | "later" | "unknown" | "not";

interface Mark {
  /** The word for the verdict wherever a skill is shown. */
  readonly word: string;
  /** Begins a clause that continues with the names of harnesses. */
  readonly by: string;
  readonly tally: Tally;
  readonly told: ToldOf;
  /** Whether something has to be fixed before the skill works as its author meant. */
  readonly isProblem: boolean;
}

/** Every verdict on a SKILL.md, from harmless to grave. */
export const marks = {
  loaded: { word: "loaded", by: "loaded by", tally: "loaded", told: "whole", isProblem: false },
  /** Loaded under another name than its folder's. */
  renamed: { word: "renamed", by: "renamed by", tally: "renamed", told: "whole", isProblem: false },
  /** Loaded, with a problem to fix. */
  warned: { word: "warned", by: "loaded with a warning by", tally: "loaded", told: "whole", isProblem: true },
  /** Loaded, and the model is told only the beginning of its description. */
  cut: { word: "cut", by: "told in part by", tally: "cut", told: "cut", isProblem: true },
  /** Loaded, and the model sees only its name. */
  named: { word: "name only", by: "told by name only by", tally: "cut", told: "name", isProblem: true },
  /** Loaded, and the catalog has no room for it. */
  "left-out": { word: "no room", by: "left out of the catalog by", tally: "untold", told: "not", isProblem: true },
  /** The model is told of the skill once a file that it is for is read or changed. */
  waiting: {
    word: "waiting",
    by: "held back until a matching file is touched by",
    tally: "untold",
    told: "later",
    isProblem: false,
  },
  /** Found, but no documentation says what the model is told of it. */
  undocumented: {
    word: "found",
    by: "found by",
    tally: "unknown",
    told: "unknown",
    isProblem: false,
  },
  /** Loaded, but switched off. */
  off: { word: "off", by: "switched off in", tally: "untold", told: "not", isProblem: false },
  /** Of a harness that ends as it starts, at its settings. */
  ended: { word: "not started", by: "never reached by", tally: "untold", told: "not", isProblem: true },
  /** Loaded and on, but the catalog does not tell the model of it. */
  hidden: { word: "hidden", by: "hidden from the model by", tally: "untold", told: "not", isProblem: false },
  shadowed: { word: "shadowed", by: "shadowed in", tally: "out", told: "not", isProblem: true },
  rejected: { word: "rejected", by: "rejected by", tally: "out", told: "not", isProblem: true },
  /** In a place where this harness never looks. */
  outside: { word: "not found", by: "not found by", tally: "out", told: "not", isProblem: false },
} as const satisfies Readonly<Record<string, Mark>>;

export type VerdictKind = keyof typeof marks;

/** The verdicts in the order of `marks`. */
export const verdictKinds = Object.keys(marks) as readonly VerdictKind[];
