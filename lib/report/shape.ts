import "#lib/chat/zod-jitless.ts";
import * as z from "zod/mini";
import { isShallowText, parseJson } from "#lib/plain-json.ts";

/**
 * A report as data, for a page, other programs and later versions. What is here keeps its name and meaning as long as
 * `version` stays; members may be added.
 */
const count = z.number();
const text = z.string();

const levelCounts = z.object({ alarm: count, look: count, note: count });

/** What stands where: the source, and what it comes to. */
const sourceShape = z.object({
  label: text,
  kind: z.enum(["git", "upload", "sample", "text"]),
  /** Of a repository: https, without `.git`. */
  url: z.optional(text),
  /** Full commit id. */
  commit: z.optional(text),
  ref: z.optional(text),
  /** The folder of the repository from which paths count. */
  path: z.optional(text),
  /** Its address in this product, from `/`. */
  address: z.optional(text),
  files: count,
  /** Of the files whose contents are there. */
  bytes: count,
  /** SPDX id; `unknown`, `proprietary` or `none`. */
  licence: text,
  /** How many files by language. */
  languages: z.record(text, count),
});

const harnessShape = z.object({
  id: text,
  label: text,
  /** Of the catalog's text, about. */
  tokens: count,
  /** Of the model's window, from 0. */
  share: count,
  /** How many skills are what: a mark of `compare/verdict.ts` each. */
  counts: z.record(text, count),
  /** What kept most skills from being offered, the most frequent first. */
  causes: z.array(z.object({ mark: text, cause: text, count })),
});

const needsShape = z.object({
  /** `pip:requests`, `npm:sharp`. */
  packages: z.array(text),
  programs: z.array(text),
  hosts: z.array(text),
});

const skillShape = z.object({
  /** Of its SKILL.md, from `/`. */
  path: text,
  name: text,
  description: text,
  /** One a harness, in the order of `harnesses`. */
  marks: z.array(text),
  /** About, each. `resources`: of all text beside the SKILL.md. */
  tokens: z.object({ catalog: count, instructions: count, resources: count }),
  /** Paths from its folder, and how many there are. */
  scripts: z.object({ count, paths: z.array(text), languages: z.record(text, count) }),
  needs: needsShape,
  /** Declared in its frontmatter. */
  tools: z.optional(text),
  licence: text,
  files: count,
  /** Changes with any byte of its files. */
  digest: text,
  findings: levelCounts,
});

const findingShape = z.object({
  rule: text,
  level: z.enum(["alarm", "look", "note"]),
  path: text,
  /** 1-based. */
  line: count,
  says: text,
  excerpt: text,
  decoded: z.optional(text),
  /** Path of the SKILL.md in whose folder it is. */
  skill: z.optional(text),
});

const trustShape = z.object({
  findings: z.array(findingShape),
  /** By rule, also of those that are not listed because there are too many. */
  rules: z.array(z.object({ code: text, title: text, why: text, counts: levelCounts })),
  looked: z.object({
    files: count,
    bytes: count,
    /** Files of which only the beginning was looked at. */
    partly: count,
    /** Pictures, fonts, archives and the like. */
    unread: count,
  }),
  /** Hosts mentioned, by the name they are registered under. `scripts`: how many of the files are scripts. */
  hosts: z.array(z.object({ name: text, files: count, scripts: count })),
});

const reportShape = z.object({
  version: z.literal(1),
  source: sourceShape,
  /** Where the source stood when its skills were counted; `as-installed` where an older report does not say. */
  way: z.optional(z.enum(["as-it-lies", "as-installed"])),
  /** Tokens that a model takes in at once: what catalogs are measured against. */
  window: count,
  harnesses: z.array(harnessShape),
  skills: z.array(skillShape),
  trust: trustShape,
});

export type Report = z.infer<typeof reportShape>;
export type ReportedSource = z.infer<typeof sourceShape>;
export type ReportedHarness = z.infer<typeof harnessShape>;
export type ReportedSkill = z.infer<typeof skillShape>;
export type ReportedNeeds = z.infer<typeof needsShape>;
export type Finding = z.infer<typeof findingShape>;
export type ReportedTrust = z.infer<typeof trustShape>;

/** Characters of a report that is read: what 2,000 skills come to, many times over. */
const longest = 64 * 1024 * 1024;

/** Reads a report that was written as JSON. `undefined` for anything else, and for another version. Never throws. */
export function readReport(json: string): Report | undefined {
  if (json.length > longest || !isShallowText(json, { depth: 12 })) return undefined;
  const read = reportShape.safeParse(parseJson(json));
  return read.success ? read.data : undefined;
}

export function writeReport(report: Report): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
