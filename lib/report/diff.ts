import { formatCount } from "#lib/format-count.ts";
import { compareBytes } from "#lib/vfs/paths.ts";
import type { Finding, Report, ReportedSkill, ReportedTrust } from "./shape.ts";

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
  readonly findings: {
    readonly added: readonly Finding[];
    readonly removed: readonly Finding[];
    /** The least number of new ones that are not among `added`, because reports list only so many. */
    readonly unlisted: number;
  };
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
  // Those in the most scripts come first: of a cut list, only what would have come before its end is known not to have been there.
  const end = before.trust.areHostsCut ? (before.trust.hosts.at(-1)?.scripts ?? 0) : -1;
  const added = newFindings(before.trust, after.trust);
  return {
    skills: {
      added: [...now.keys()].filter((path) => !old.has(path)),
      removed: [...old.keys()].filter((path) => !now.has(path)),
      changed: both.filter(([was, is]) => was.digest !== is.digest).map(([, { path }]) => path),
    },
    scripts: {
      added: newScripts(old, after.skills),
      removed: newScripts(now, before.skills),
    },
    findings: {
      added,
      removed: newFindings(after.trust, before.trust),
      unlisted: unlisted(before.trust, after.trust, added),
    },
    hosts: after.trust.hosts.flatMap(({ name, scripts }) => (scripts > end && !known.has(name) ? [name] : [])),
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

/** Paths of the scripts of `all` that the known reports on the same skills do not have. */
function newScripts(known: ReadonlyMap<string, ReportedSkill>, all: readonly ReportedSkill[]): string[] {
  return all.flatMap(({ path, scripts }) => {
    const { paths, count } = known.get(path)?.scripts ?? { paths: [], count: 0 };
    const there = new Set(paths);
    const isKnowable = beforeEnd(paths, count);
    return scripts.paths
      .filter((script) => !there.has(script) && isKnowable(script))
      .map((script) => `${path.slice(0, path.lastIndexOf("/") + 1)}${script}`);
  });
}

/** Findings of `all` that are not in `known`; a finding that moved to another line is the same one. */
function newFindings(known: ReportedTrust, all: ReportedTrust): Finding[] {
  const key = ({ rule, path, excerpt }: Finding) => `${rule}\n${path}\n${excerpt}`;
  const there = new Set(known.findings.map(key));
  const isKnowable = new Map(
    listsIn(known).map(({ name, listed, count }) => [
      name,
      beforeEnd(
        listed.map(({ path }) => path),
        count,
      ),
    ]),
  );
  return all.findings.filter(
    (finding) =>
      finding.level !== "note" &&
      !there.has(key(finding)) &&
      (isKnowable.get(listName(finding))?.(finding.path) ?? true),
  );
}

/** The growth of cut lists beyond what is told of them. */
function unlisted(before: ReportedTrust, after: ReportedTrust, added: readonly Finding[]): number {
  const old = new Map(listsIn(before).map((list) => [list.name, list]));
  const told = Map.groupBy(added, listName);
  return listsIn(after).reduce((sum, { name, listed, count }) => {
    const isCut = count > listed.length && listed[0]?.level !== "note";
    const growth = count - (old.get(name)?.count ?? 0) - (told.get(name)?.length ?? 0);
    return isCut ? sum + Math.max(0, growth) : sum;
  }, 0);
}

const listName = ({ rule, level }: Finding) => `${rule} ${level}`;

/** A report's lists of findings, one for each rule and level, with the number of all, listed or not. */
function listsIn({ findings, rules }: ReportedTrust) {
  const counts = new Map(rules.map(({ code, counts }) => [code, counts]));
  return [...Map.groupBy(findings, listName)].map(([name, listed]) => {
    const [{ rule, level }] = listed as [Finding];
    return { name, listed, count: counts.get(rule)?.[level] ?? 0 };
  });
}

/**
 * Whether a list would have a path if it was there: one that was cut, because it may have only so many, tells nothing of what comes after
 * its end.
 */
function beforeEnd(listed: readonly string[], count: number): (path: string) => boolean {
  if (count <= listed.length) return () => true;
  const end = listed.map(inOrder).toSorted(compareBytes).at(-1) ?? "";
  return (path) => compareBytes(inOrder(path), end) < 0;
}

/** A text for a path that sorts as files are walked: a folder's files come before what follows the folder. */
function inOrder(path: string): string {
  return path.replaceAll("/", "\0");
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
    counted(findings.added.length + findings.unlisted, "new finding", ""),
    counted(hosts.length, "new host", ""),
    counted(tools.length, "skill", tools.length === 1 ? "declares other tools" : "declare other tools"),
    counted(judged, "skill", "loaded otherwise by some harness"),
  ].filter((part) => part !== "");
}

/** `2 skills changed`; an empty text for a count of 0. */
export function counted(count: number, noun: string, verb: string): string {
  return count === 0 ? "" : `${formatCount(count)} ${noun}${count === 1 ? "" : "s"} ${verb}`.trim();
}
