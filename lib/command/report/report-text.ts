import { formatCount, plural } from "#lib/format-count.ts";
import { countedWords, headline, noSkills, toldCounts, type Way } from "#lib/report/compare/headline.ts";
import { countedMarks, findingsBySaying, sourceWords } from "#lib/report/faces/beside.ts";
import type { Finding, Report, ReportedHarness } from "#lib/report/shape.ts";
import { reportVerdict } from "#lib/report/verdict.ts";
import { catalogWords, levelTotals, levelWords } from "#lib/report/words.ts";
import { harmlessLine } from "../console.ts";
import type { Paint } from "../output.ts";

/** Most findings printed per level; JSON has all. */
const most = { alarm: 50, look: 30 } as const;

const colors = { alarm: "red", look: "yellow" } as const;

/** A report as text for the console. */
export function reportText(report: Report, paint: Paint): string {
  const { source, harnesses, trust } = report;
  const totals = levelTotals(report);
  const lines = [
    `${source.label}${source.commit ? ` @${source.commit.slice(0, 7)}` : ""}: ${sourceWords(report)}`,
    ...reportVerdict(report),
    "",
    ...harnessLines(harnesses, report.way ?? "as-installed"),
    ...(totals.alarm + totals.look === 0
      ? []
      : [`${plural(totals.alarm, "alarm")}, ${formatCount(totals.look)} to look at, ${plural(totals.note, "note")}`]),
  ];
  const findings = (["alarm", "look"] as const).flatMap((level) => findingLines(trust.findings, level, paint));
  return `${[...lines.map(harmlessLine), ...findings].join("\n")}\n`;
}

/** What each harness makes of the skills, and a blank line; nothing where no harness finds any, which the verdict says. */
function harnessLines(harnesses: readonly ReportedHarness[], way: Way): readonly string[] {
  const finding = harnesses.filter(({ counts }) => toldCounts(counts).total > 0);
  const others = harnesses.filter((harness) => !finding.includes(harness));
  if (finding.length === 0) return [];
  const [first, ...more] = others;
  const rest =
    first && `  ${noSkills} for ${more.length === 0 ? first.label : `the other ${formatCount(others.length)}`}.`;
  return [countedWords(way), ...finding.map(harnessLine), ...(rest === undefined ? [] : [rest]), ""];
}

function harnessLine(harness: ReportedHarness): string {
  const { label, counts, tokens } = harness;
  const marks = countedMarks(harness);
  const beside = [...(marks === "" ? [] : [marks]), ...(tokens > 0 ? [`catalog: ${catalogWords(tokens)}`] : [])];
  return `  ${headline(label, counts)}${beside.length > 0 ? ` (${beside.join("; ")})` : ""}`;
}

function findingLines(findings: readonly Finding[], level: "alarm" | "look", paint: Paint): string[] {
  const all = findings.filter((finding) => finding.level === level);
  const rest = all.length - most[level];
  return [
    ...findingsBySaying(all.slice(0, most[level])).flatMap((group) => [
      `  ${paint(colors[level], levelWords[level].label)} ${harmlessLine(`[${group[0].rule}] ${group[0].says}`)}`,
      ...group.map(placeLine),
    ]),
    ...(rest > 0 ? [`  … and ${formatCount(rest)} more of this level`] : []),
  ];
}

function placeLine({ path, line, excerpt, decoded }: Finding): string {
  const hidden = decoded === undefined ? "" : ` → ${decoded}`;
  return harmlessLine(`    ${path.slice(1)}:${line}: ${excerpt}${hidden}`);
}
