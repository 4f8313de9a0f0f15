import "#lib/zod-jitless.ts";
import * as z from "zod/mini";
import { isShallowText, parseJson } from "#lib/plain-json.ts";
import type { Way } from "./compare/headline.ts";

/** Number of findings by level. */
export interface ReportedLevels {
  alarm: number;
  look: number;
  note: number;
}

/** The source: its address and a summary of its content. */
export interface ReportedSource {
  label: string;
  kind: "git" | "upload" | "sample" | "text";
  /** Of a repository: https, without `.git`. */
  url?: string | undefined;
  /** Full commit id. */
  commit?: string | undefined;
  ref?: string | undefined;
  /** The folder of the repository that paths are relative to. */
  path?: string | undefined;
  /** The source's address in this product, from `/`. */
  address?: string | undefined;
  files: number;
  /** Size of the files whose contents have come. */
  bytes: number;
  /** SPDX id; `unknown`, `proprietary` or `none`. */
  licence: string;
  /** Number of files by language. */
  languages: Record<string, number>;
}

/** What one harness makes of all skills together. */
export interface ReportedHarness {
  id: string;
  label: string;
  /** Estimated tokens of the catalog's text. */
  tokens: number;
  /** Context window, in tokens, of the model that the harness runs with; absent in an older report: that of the whole report. */
  window?: number | undefined;
  /** Share of that window that the catalog takes, from 0. */
  share: number;
  /** Number of skills by mark (`compare/verdict.ts`). */
  counts: Record<string, number>;
  /** Why skills are not offered, the most frequent reason first. */
  causes: { mark: string; cause: string; count: number }[];
}

/** What a skill needs on the machine. */
export interface ReportedNeeds {
  /** `pip:requests`, `npm:sharp`. */
  packages: string[];
  programs: string[];
  hosts: string[];
  /** The lists that are cut. */
  cut?: ("packages" | "programs" | "hosts")[] | undefined;
}

export interface ReportedSkill {
  /** Path of its SKILL.md, from `/`. */
  path: string;
  name: string;
  description: string;
  /** One mark for each harness, in the order of `harnesses`. */
  marks: string[];
  /** Estimated tokens. `resources`: all text files except the SKILL.md. */
  tokens: { catalog: number; instructions: number; resources: number };
  /** Paths relative to the skill's folder, and the number of all scripts. */
  scripts: { count: number; paths: string[]; languages: Record<string, number> };
  needs: ReportedNeeds;
  /** Tools declared in the frontmatter. */
  tools?: string | undefined;
  licence: string;
  files: number;
  /** Changes when any byte of the skill's files changes. */
  digest: string;
  findings: ReportedLevels;
}

/** A place in a file where a rule found something. */
export interface Finding {
  rule: string;
  level: "alarm" | "look" | "note";
  path: string;
  /** 1-based. */
  line: number;
  says: string;
  excerpt: string;
  decoded?: string | undefined;
  /** Path of the SKILL.md in whose folder the place is. */
  skill?: string | undefined;
}

export interface ReportedTrust {
  findings: Finding[];
  /** By rule. The counts include findings that are not listed because there are too many. */
  rules: { code: string; title: string; why: string; counts: ReportedLevels }[];
  looked: {
    files: number;
    bytes: number;
    /** Files of which only the beginning was looked at. */
    partly: number;
    /** Files that are not text: pictures, fonts, archives and the like. */
    unread: number;
  };
  /** Hosts that files mention, by registered domain. `scripts`: how many of the files are scripts. */
  hosts: { name: string; files: number; scripts: number }[];
  /** Whether there are more hosts. */
  areHostsCut?: boolean | undefined;
}

/**
 * A report as data, for a page, other programs and later versions. Every member here keeps its name and meaning while `version` stays the
 * same; members may be added.
 */
export interface Report {
  version: 1;
  source: ReportedSource;
  /** Where the source stood when its skills were counted; absent in an older report: `as-installed`. */
  way?: Way | undefined;
  /** Context window, in tokens, of a model of which nothing is known. */
  window: number;
  harnesses: ReportedHarness[];
  skills: ReportedSkill[];
  trust: ReportedTrust;
}

const count = z.number();
const text = z.string();
const levelCounts = z.object({ alarm: count, look: count, note: count });

const sourceShape = z.object({
  label: text,
  kind: z.enum(["git", "upload", "sample", "text"]),
  url: z.optional(text),
  commit: z.optional(text),
  ref: z.optional(text),
  path: z.optional(text),
  address: z.optional(text),
  files: count,
  bytes: count,
  licence: text,
  languages: z.record(text, count),
});

const harnessShape = z.object({
  id: text,
  label: text,
  tokens: count,
  window: z.optional(count),
  share: count,
  counts: z.record(text, count),
  causes: z.array(z.object({ mark: text, cause: text, count })),
});

const skillShape = z.object({
  path: text,
  name: text,
  description: text,
  marks: z.array(text),
  tokens: z.object({ catalog: count, instructions: count, resources: count }),
  scripts: z.object({ count, paths: z.array(text), languages: z.record(text, count) }),
  needs: z.object({
    packages: z.array(text),
    programs: z.array(text),
    hosts: z.array(text),
    cut: z.optional(z.array(z.enum(["packages", "programs", "hosts"]))),
  }),
  tools: z.optional(text),
  licence: text,
  files: count,
  digest: text,
  findings: levelCounts,
});

const findingShape = z.object({
  rule: text,
  level: z.enum(["alarm", "look", "note"]),
  path: text,
  line: count,
  says: text,
  excerpt: text,
  decoded: z.optional(text),
  skill: z.optional(text),
});

const trustShape = z.object({
  findings: z.array(findingShape),
  rules: z.array(z.object({ code: text, title: text, why: text, counts: levelCounts })),
  looked: z.object({ files: count, bytes: count, partly: count, unread: count }),
  hosts: z.array(z.object({ name: text, files: count, scripts: count })),
  areHostsCut: z.optional(z.boolean()),
});

/** The schema by which reports are read and from which their JSON Schema is generated. */
export const reportShape: z.ZodMiniType<Report> = z.object({
  version: z.literal(1),
  source: sourceShape,
  way: z.optional(z.enum(["as-it-lies", "as-installed"])),
  window: count,
  harnesses: z.array(harnessShape),
  skills: z.array(skillShape),
  trust: trustShape,
});

/** Most characters of a report: many times the size of one on 2,000 skills. */
const longest = 64 * 1024 * 1024;

/** Reads a report that was written as JSON. `undefined` for any other text and for another version. Never throws. */
export function readReport(json: string): Report | undefined {
  if (json.length > longest || !isShallowText(json, { depth: 12 })) return undefined;
  const read = reportShape.safeParse(parseJson(json));
  return read.success ? read.data : undefined;
}

export function writeReport(report: Report): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
