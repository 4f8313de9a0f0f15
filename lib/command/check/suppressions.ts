import { visible } from "#lib/report/trust/patterns.ts";
import { type Files, readText, walkFiles } from "#lib/vfs/files.ts";
import type { CheckFinding } from "./findings.ts";

const word = "skillground-ignore-next-line";

/** Matches a comment on a line of its own, in Markdown, a script or YAML, without its closing mark. */
const comment = new RegExp(
  `^(?:<!--|#|//)\\s*${word}\\s+(?<rule>[a-z0-9-]{1,60})(?:\\s+until=(?<until>\\S+?))?\\s*(?::(?<reason>.*))?$`,
  // Otherwise a separator of lines in it would match nothing, after trying it from each colon on.
  "s",
);

/** An author's statement that a rule's findings on a line are intended. */
interface Suppression {
  readonly path: string;
  /** Line of the comment, 1-based. */
  readonly line: number;
  /** Line that the comment applies to: the next line without such a comment. */
  readonly of: number;
  readonly rule: string;
  readonly until: string | undefined;
  readonly reason: string;
}

export interface Silencing {
  /** Paths of the files that are checked for their own sake; absent: every file. */
  readonly only?: ReadonlySet<string> | undefined;
  /** The current date, such as `2027-01-31`. */
  readonly today: string;
}

/**
 * Removes the findings that a comment on the preceding line silences, and adds one for each comment that has no reason, has expired,
 * silences nothing, or is about an alarm, which a hostile file must not silence.
 */
export function silenced(
  findings: readonly CheckFinding[],
  files: Files,
  { only, today }: Silencing,
): readonly CheckFinding[] {
  const silent = new Set<CheckFinding>();
  // Other files of a changed file's skill also have findings, but not all rules have looked at them, so their comments are not judged.
  const looked = only && new Set([...only, ...findings.map(({ path }) => `/${path}`)]);
  const told = suppressionsIn(files, looked).flatMap((each) => {
    const { path, of, rule } = each;
    const meant = findings.filter((one) => one.path === path && one.line === of && one.code === rule);
    if (meant.length === 0 && only && !only.has(`/${path}`)) return [];
    const fault = faultOf(each, meant, today);
    if (fault !== undefined) return [faultFinding(each, fault)];
    for (const one of meant) silent.add(one);
    return [];
  });
  return [...findings.filter((one) => !silent.has(one)), ...told];
}

const date = /^\d{4}-\d{2}-\d{2}$/;

function faultOf({ until, reason }: Suppression, meant: readonly CheckFinding[], today: string): string | undefined {
  if (reason === "") return "gives no reason: write one behind a colon";
  if (until !== undefined && !isDate(until)) return "names a day that is none: write until=2027-01-31";
  if (until !== undefined && until < today) return `held until ${until}`;
  if (meant.length === 0) return "has nothing to ignore on the next line";
  return meant.some(({ isAlarm }) => isAlarm) ? "is about an alarm, which only a baseline can accept" : undefined;
}

function isDate(text: string): boolean {
  return date.test(text) && !Number.isNaN(Date.parse(text));
}

function faultFinding({ path, line, rule }: Suppression, fault: string): CheckFinding {
  const says = `The comment that ignores ${rule} ${visible(fault)}`;
  return {
    code: "suppression",
    level: "warning",
    path,
    line,
    says,
    key: ["suppression", path, rule, fault].join("\n"),
  };
}

function suppressionsIn(files: Files, only: ReadonlySet<string> | undefined): readonly Suppression[] {
  return [...walkFiles(files, "/")].flatMap(({ path, kind }) => {
    if (kind !== "file" || (only && !only.has(path))) return [];
    const text = readText(files, path);
    return text?.includes(word) ? suppressionsOf(path.slice(1), text) : [];
  });
}

function suppressionsOf(path: string, text: string): readonly Suppression[] {
  const lines = text.split("\n");
  const found = lines.map((line) => (line.includes(word) ? comment.exec(withoutEnd(line))?.groups : undefined));
  return found.flatMap((groups, at): readonly Suppression[] => {
    if (!groups) return [];
    let next = at + 1;
    while (found[next]) next++;
    const { rule = "", until, reason = "" } = groups;
    return [{ path, line: at + 1, of: next + 1, rule, until, reason: reason.trim() }];
  });
}

function withoutEnd(line: string): string {
  const text = line.trim();
  return text.endsWith("-->") ? text.slice(0, -3).trimEnd() : text;
}
