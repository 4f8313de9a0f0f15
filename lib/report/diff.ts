import { formatCount } from "#lib/format-count.ts";
import type { Finding, Report, ReportedSkill } from "./shape.ts";

/** What changed in a source between two reports on it. */
export interface ReportDiff {
  /** Paths of SKILL.md files. */
  readonly skills: {
    readonly added: readonly string[];
    readonly removed: readonly string[];
    readonly changed: readonly string[];
  };
  /** Paths from the root of the source. */
  readonly scripts: { readonly added: readonly string[]; readonly removed: readonly string[] };
  /** Alarms and looks that are new, and those that are gone. */
  readonly findings: { readonly added: readonly Finding[]; readonly removed: readonly Finding[] };
  /** Hosts that were not mentioned before. */
  readonly hosts: readonly string[];
  /** Paths of skills whose declared tools changed. */
  readonly tools: readonly string[];
  /** Changed verdicts of harnesses on skills that both reports have. */
  readonly marks: readonly MarkChange[];
}

export interface MarkChange {
  /** Path of the SKILL.md. */
  readonly path: string;
  /** Label of the harness. */
  readonly harness: string;
  readonly before: string;
  readonly now: string;
}

export function diffReports(before: Report, after: Report): ReportDiff {
  const old = new Map(before.skills.map((skill) => [skill.path, skill]));
  const now = new Map(after.skills.map((skill) => [skill.path, skill]));
  const both = after.skills.flatMap((skill) => {
    const was = old.get(skill.path);
    return was ? [[was, skill] as const] : [];
  });
  const known = new Set(before.trust.hosts.map(({ name }) => name));
  return {
    skills: {
      added: [...now.keys()].filter((path) => !old.has(path)),
      removed: [...old.keys()].filter((path) => !now.has(path)),
      changed: both.filter(([was, is]) => was.digest !== is.digest).map(([, { path }]) => path),
    },
    scripts: {
      added: missingIn(scriptsOf(after.skills), scriptsOf(before.skills)),
      removed: missingIn(scriptsOf(before.skills), scriptsOf(after.skills)),
    },
    findings: {
      added: newFindings(before.trust.findings, after.trust.findings),
      removed: newFindings(after.trust.findings, before.trust.findings),
    },
    hosts: after.trust.hosts.map(({ name }) => name).filter((name) => !known.has(name)),
    tools: both.filter(([was, is]) => was.tools !== is.tools).map(([, { path }]) => path),
    marks: both.flatMap(([was, is]) => markChanges(before, after, was, is)),
  };
}

/** Compares only harnesses that both reports have. */
function markChanges(before: Report, after: Report, was: ReportedSkill, is: ReportedSkill): MarkChange[] {
  const places = new Map(before.harnesses.map(({ id }, at) => [id, at]));
  return after.harnesses.flatMap(({ id, label }, at) => {
    const [old, now] = [was.marks[places.get(id) ?? -1], is.marks[at]];
    return old === undefined || now === undefined || old === now
      ? []
      : [{ path: is.path, harness: label, before: old, now }];
  });
}

function scriptsOf(skills: readonly ReportedSkill[]): string[] {
  return skills.flatMap(({ path, scripts }) =>
    scripts.paths.map((script) => `${path.slice(0, path.lastIndexOf("/") + 1)}${script}`),
  );
}

function missingIn(all: readonly string[], known: readonly string[]): string[] {
  const there = new Set(known);
  return all.filter((one) => !there.has(one));
}

/** Findings of `all` that are not in `known`; a finding that moved to another line is the same one. */
function newFindings(known: readonly Finding[], all: readonly Finding[]): Finding[] {
  const key = ({ rule, path, excerpt }: Finding) => `${rule}\n${path}\n${excerpt}`;
  const there = new Set(known.map(key));
  return all.filter((finding) => finding.level !== "note" && !there.has(key(finding)));
}

/** `2 skills changed, 1 script added`; `nothing changed` if the reports differ in nothing that is compared. */
export function diffText(diff: ReportDiff): string {
  const parts = diffParts(diff);
  return parts.length > 0 ? parts.join(", ") : "nothing changed";
}

/** The parts of `diffText`, one for each kind of change. */
export function diffParts({ skills, scripts, findings, hosts, tools, marks }: ReportDiff): readonly string[] {
  const judged = new Set(marks.map(({ path }) => path)).size;
  return [
    counted(skills.changed.length, "skill", "changed"),
    counted(skills.added.length, "skill", "added"),
    counted(skills.removed.length, "skill", "removed"),
    counted(scripts.added.length, "script", "added"),
    counted(scripts.removed.length, "script", "removed"),
    counted(findings.added.length, "new finding", ""),
    counted(hosts.length, "new host", ""),
    counted(tools.length, "skill", tools.length === 1 ? "declares other tools" : "declare other tools"),
    counted(judged, "skill", "loaded otherwise by some harness"),
  ].filter((part) => part !== "");
}

/** `2 skills changed`; an empty text for a count of 0. */
export function counted(count: number, noun: string, verb: string): string {
  return count === 0 ? "" : `${formatCount(count)} ${noun}${count === 1 ? "" : "s"} ${verb}`.trim();
}
