import { formatCount, plural } from "#lib/format-count.ts";
import { countedWords, headline } from "#lib/report/compare/headline.ts";
import type { Finding, Report } from "#lib/report/shape.ts";
import { reportVerdict } from "#lib/report/verdict.ts";
import { catalogWords, levelTotals, levelWords, licenceWords, marksIn, markWord } from "#lib/report/words.ts";
import { harmlessLine } from "../console.ts";
import type { Paint } from "../output.ts";

/** Most findings printed per level; JSON has all. */
const most = { alarm: 50, look: 30 } as const;

const colors = { alarm: "red", look: "yellow" } as const;

/** A report as text for the console. */
export function reportText(report: Report, paint: Paint): string {
  const { source, skills, harnesses, trust } = report;
  const totals = levelTotals(report);
  const lines = [
    `${source.label}${source.commit ? ` @${source.commit.slice(0, 7)}` : ""}: ${plural(skills.length, "skill")}, ${plural(source.files, "file")}, ${formatCount(Math.ceil(source.bytes / 1024))} KB, ${licenceWords(source.licence)}`,
    ...reportVerdict(report),
    "",
    countedWords(report.way ?? "as-installed"),
    ...harnesses.map(({ label, counts, tokens }) => {
      const words = marksIn(harnesses).flatMap((mark) =>
        counts[mark] ? [`${formatCount(counts[mark])} ${markWord(mark)}`] : [],
      );
      return `  ${headline(label, counts)} ${words.join(", ")}; catalog: ${catalogWords(tokens, counts.undocumented)}`;
    }),
    "",
    ...(totals.alarm + totals.look === 0
      ? []
      : [`${plural(totals.alarm, "alarm")}, ${formatCount(totals.look)} to look at, ${plural(totals.note, "note")}`]),
  ];
  const findings = (["alarm", "look"] as const).flatMap((level) => findingLines(trust.findings, level, paint));
  return `${[...lines.map(harmlessLine), ...findings].join("\n")}\n`;
}

function findingLines(findings: readonly Finding[], level: "alarm" | "look", paint: Paint): string[] {
  const all = findings.filter((finding) => finding.level === level);
  const rest = all.length - most[level];
  return [
    ...all.slice(0, most[level]).map((finding) => findingLine(finding, paint)),
    ...(rest > 0 ? [`  … and ${formatCount(rest)} more of this level`] : []),
  ];
}

function findingLine({ level, rule, says, path, line, excerpt, decoded }: Finding, paint: Paint): string {
  const hidden = decoded === undefined ? "" : ` → ${decoded}`;
  const word = levelWords[level].label.padEnd(5);
  const told = harmlessLine(`${path.slice(1)}:${line} [${rule}] ${says}: ${excerpt}${hidden}`);
  return `  ${level === "note" ? word : paint(colors[level], word)} ${told}`;
}
