import { leftOutSkills } from "#lib/report/left-out.ts";
import type { Finding, Report } from "#lib/report/shape.ts";
import { visible } from "#lib/report/trust/patterns.ts";
import { levelWords } from "#lib/report/words.ts";

/** GitHub shows ten annotations of each kind for a step, and keeps fifty for a job (docs: workflow commands, checks API). */
const mostLines = 50;

const commands = { alarm: "error", look: "warning", note: "notice" } as const;

/**
 * A report as workflow commands of GitHub Actions that annotate places in the code: the gravest findings, then skills that a harness leaves
 * out. Text from strangers' files is escaped, so that it cannot be a command.
 * @param prefix folder of the repository that the report's paths are relative to: `skills/`, or an empty text
 */
export function reportGithub(report: Report, prefix = ""): string {
  const found = report.trust.findings.filter(({ level }) => level !== "note").map((each) => findingLine(each, prefix));
  const left = leftOutSkills(report).map(({ path, says }) =>
    annotation("warning", { file: prefix + path.slice(1), line: 1, title: "A skill that is not loaded" }, says),
  );
  return [...found, ...left]
    .slice(0, mostLines)
    .map((line) => `${line}\n`)
    .join("");
}

function findingLine({ level, rule, says, excerpt, decoded, path, line }: Finding, prefix: string): string {
  const place = { file: prefix + path.slice(1), line, title: `${levelWords[level].label}: ${rule}` };
  return annotation(
    commands[level],
    place,
    `${visible(says)}: ${visible(excerpt)}${decoded === undefined ? "" : ` (it reads: ${visible(decoded)})`}`,
  );
}

interface AnnotatedPlace {
  readonly file: string;
  readonly line: number;
  readonly title: string;
}

/** A workflow command, escaped as in the toolkit of GitHub's runner. */
export function annotation(command: "error" | "warning" | "notice", place: AnnotatedPlace, text: string): string {
  const properties = Object.entries(place).map(([key, value]) => `${key}=${escapedProperty(String(value))}`);
  return `::${command} ${properties.join(",")}::${escapedData(text)}`;
}

function escapedData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapedProperty(text: string): string {
  return escapedData(visible(text)).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
