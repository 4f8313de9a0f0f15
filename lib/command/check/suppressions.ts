import { visible } from "#lib/report/trust/patterns.ts";
import { type Files, readText, walkFiles } from "#lib/vfs/files.ts";
import type { CheckFinding } from "./findings.ts";

const word = "skillground-ignore-next-line";

/** A comment that has a line of its own, of Markdown, or of a script or YAML, without what closes it. */
const comment = new RegExp(
  `^(?:<!--|#|//)\\s*${word}\\s+(?<rule>[a-z0-9-]{1,60})(?:\\s+until=(?<until>\\S+?))?\\s*(?::(?<reason>.*))?$`,
);

/** An author's word that findings of a rule on a line are meant so. */
interface Suppression {
  readonly path: string;
  /** Of the comment, 1-based. */
  readonly line: number;
  /** The line it speaks of: the next one that is no such comment. */
  readonly of: number;
  readonly rule: string;
  readonly until: string | undefined;
  readonly reason: string;
}

export interface Silencing {
  /** Paths of the files that are looked at for their own sake; absent: every file. */
  readonly only?: ReadonlySet<string> | undefined;
  /** `2027-01-31`: the day on which comments are read. */
  readonly today: string;
}

/**
 * The findings without those that a comment on the line before silences, and with one for each comment that cannot: without
 * a reason, past its date, with nothing to silence, or for an alarm, with which a hostile file would silence itself.
 */
export function silenced(
  findings: readonly CheckFinding[],
  files: Files,
  { only, today }: Silencing,
): readonly CheckFinding[] {
  const silent = new Set<CheckFinding>();
  // Beside a changed file its skill's others have findings, but no rule has looked for all that their comments are about.
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
