/** What the summary counts: every file falls under one of these for a harness. */
export const tallies = {
  loaded: { label: "Loaded", title: "Loaded under its folder's name, and the model is told of it" },
  renamed: { label: "Renamed", title: "Loaded under another name than its folder's" },
  cut: { label: "Cut", title: "Loaded, and the model is told less of it than its author wrote" },
  untold: { label: "Not told", title: "Loaded or switched off, and the model is not told of it" },
  unknown: { label: "Not documented", title: "Found where it looks; no document says what its model is told" },
  out: { label: "Left out", title: "Rejected, shadowed or not found" },
} as const;

export type Tally = keyof typeof tallies;

/** What the model is told of a skill before it reads any: its whole description, the beginning, its name, nothing yet, nobody knows, nothing. */
export type ToldOf = "whole" | "cut" | "name" | "later" | "unknown" | "not";

interface Mark {
  /** Stands for it wherever a skill is shown. */
  readonly word: string;
  /** Begins a clause that goes on with the names of harnesses. */
  readonly by: string;
  readonly tally: Tally;
  readonly told: ToldOf;
  /** Whether somebody has to mend something before all is as the skill's author meant it. */
  readonly isProblem: boolean;
}

/** All that may become of a SKILL.md in the end, the least grave first. */
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
  /** Told once a file is read or changed that it is for. */
  waiting: {
    word: "waiting",
    by: "held back until a matching file is touched by",
    tally: "untold",
    told: "later",
    isProblem: false,
  },
  /** Found, and no document says what the model is told of it. */
  undocumented: {
    word: "found",
    by: "found by",
    tally: "unknown",
    told: "unknown",
    isProblem: false,
  },
  /** Loaded, but switched off. */
  off: { word: "off", by: "switched off in", tally: "untold", told: "not", isProblem: false },
  /** Loaded and on, but the catalog does not tell the model of it. */
  hidden: { word: "hidden", by: "hidden from the model by", tally: "untold", told: "not", isProblem: false },
  shadowed: { word: "shadowed", by: "shadowed in", tally: "out", told: "not", isProblem: true },
  rejected: { word: "rejected", by: "rejected by", tally: "out", told: "not", isProblem: true },
  /** Where this harness never looks. */
  outside: { word: "not found", by: "not found by", tally: "out", told: "not", isProblem: false },
} as const satisfies Readonly<Record<string, Mark>>;

export type VerdictKind = keyof typeof marks;

/** The marks in the order of `marks`. */
export const verdictKinds = Object.keys(marks) as readonly VerdictKind[];
