import { formatCount, formatShare, plural } from "#lib/format-count.ts";
import { countedWords, headlineBeside } from "#lib/report/compare/headline.ts";
import type { Finding, Report, ReportedHarness, ReportedSkill } from "#lib/report/shape.ts";
import { reportVerdict } from "#lib/report/verdict.ts";
import { catalogWords, causeWords, levelTotals, levelWords, markWord, nothingFound } from "#lib/report/words.ts";
import { causesBeside, countedMarks, findingsBySaying, lookedWords, sourceWords } from "./beside.ts";
import { cellCode, code, plain, tableRow } from "./markdown-text.ts";

/** Most rows and findings in the text, which is meant for messages and comments. */
const most = { skills: 200, findings: 100 } as const;

/**
 * A report as Markdown for an issue or a message. Names, paths and excerpts come from strangers' files and are escaped so that they stay
 * plain text.
 */
export function reportMarkdown(report: Report): string {
  const blocks = [
    `# Skill report: ${plain(report.source.label)}`,
    reportVerdict(report).map(plain).join(" "),
    sourceLines(report).join("\n"),
    "## Harnesses",
    countedWords(report.way ?? "as-installed"),
    harnessTable(report).join("\n"),
    "## Skills",
    skillTable(report).join("\n"),
    "## Trust",
    trustLines(report).join("\n"),
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

function sourceLines(report: Report): string[] {
  const { url, commit, languages } = report.source;
  const scripts = Object.entries(languages).map(([name, count]) => `${formatCount(count)} ${name}`);
  return [
    ...(url === undefined ? [] : [`- ${code(url)}${commit === undefined ? "" : ` at ${code(commit)}`}`]),
    `- ${plain(sourceWords(report))}`,
    ...(scripts.length > 0 ? [`- scripts: ${plain(scripts.join(", "))}`] : []),
  ];
}

function harnessTable({ harnesses }: Report): string[] {
  const row = (harness: ReportedHarness) => {
    const { label, counts, tokens, share } = harness;
    return tableRow([
      plain(label),
      plain(headlineBeside(counts)),
      plain(countedMarks(harness)),
      `${catalogWords(tokens, counts.undocumented)}${tokens > 0 ? ` (${formatShare(share)})` : ""}`,
      causesBeside(harness)
        .map((each) => plain(`${formatCount(each.count)} ${causeWords(each)}`))
        .join("; "),
    ]);
  };
  return [
    tableRow(["Harness", "Verdict", "Skills", "Catalog, of the window", "Mostly because"]),
    tableRow(["---", "---", "---", "---:", "---"]),
    ...harnesses.map(row),
  ];
}

function skillTable({ harnesses, skills }: Report): string[] {
  const row = ({ name, marks, tokens, scripts, licence }: ReportedSkill) =>
    tableRow([
      cellCode(name),
      ...marks.map((mark) => plain(markWord(mark))),
      `≈${formatCount(tokens.instructions)}`,
      formatCount(scripts.count),
      plain(licence),
    ]);
  const rest = skills.length - most.skills;
  return [
    tableRow(["Skill", ...harnesses.map(({ label }) => plain(label)), "SKILL.md tokens", "Scripts", "Licence"]),
    tableRow(["---", ...harnesses.map(() => "---"), "---:", "---:", "---"]),
    ...skills.slice(0, most.skills).map(row),
    ...(rest > 0 ? ["", `… and ${formatCount(rest)} more.`] : []),
  ];
}

function trustLines(report: Report): string[] {
  const { findings, looked } = report.trust;
  const totals = levelTotals(report);
  const told = findings.filter(({ level }) => level !== "note");
  const rest = totals.alarm + totals.look - Math.min(told.length, most.findings);
  return [
    told.length === 0
      ? nothingFound
      : `${plural(totals.alarm, "alarm")}, ${formatCount(totals.look)} to look at, ${plural(totals.note, "note")}.`,
    `${lookedWords(looked)}.`,
    "",
    ...findingsBySaying(told.slice(0, most.findings)).flatMap((group) => [
      `- **${levelWords[group[0].level].label}**: ${plain(group[0].says)}`,
      ...group.map(placeLine),
    ]),
    ...(rest > 0 ? ["", `… and ${formatCount(rest)} more.`] : []),
  ];
}

function placeLine({ path, line, excerpt, decoded }: Finding): string {
  const hidden = decoded === undefined ? "" : `, which reads ${code(decoded)}`;
  return `  - ${code(`${path.slice(1)}:${line}`)}: ${code(excerpt)}${hidden}`;
}
