import type { ComparisonDocument, DocumentProfile, DocumentSkill, DocumentVerdict } from "./comparison-file.ts";

/**
 * A comparison to be pasted into an issue or a message: a table of verdicts, then the reasons. Names,
 * paths and reasons come from files of strangers and are written so that they stay plain text.
 */
export function comparisonMarkdown({ workspace, profiles, skills }: ComparisonDocument): string {
  const reasons = skills.flatMap((skill) => reasonLines(skill, profiles));
  const blocks = [
    `# Compare harnesses: ${plain(workspace.title)}`,
    workspace.sources.map(sourceLine).join("\n"),
    tableLines(profiles, skills).join("\n"),
    reasons.length > 0 ? `## Reasons\n\n${reasons.join("\n")}` : "",
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

function sourceLine({ label, url, commit, unverified }: ComparisonDocument["workspace"]["sources"][number]): string {
  return `- ${plain(label)}${url ? `: ${code(url)}` : ""}${commit ? ` at ${code(commit)}` : ""}${unverified ? " (imported, not verified)" : ""}`;
}

function tableLines(profiles: readonly DocumentProfile[], skills: readonly DocumentSkill[]): string[] {
  return [
    tableRow(["Skill", ...profiles.map(({ label }) => plain(label))]),
    tableRow(["---", ...profiles.map(() => "---")]),
    tableRow(["Catalog", ...profiles.map(({ tokens }) => `≈${tokens} tokens`)]),
    ...skills.map(({ folder, profiles: verdicts }) =>
      tableRow([cellCode(folder), ...profiles.map(({ id }) => cellText(verdicts[id]))]),
    ),
  ];
}

function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function cellText(verdict: DocumentVerdict | undefined): string {
  if (!verdict) return "";
  return verdict.verdict === "renamed" ? `renamed ${cellCode(verdict.name ?? "")}` : verdict.verdict;
}

function reasonLines(
  { folder, path, source, profiles: verdicts }: DocumentSkill,
  profiles: readonly DocumentProfile[],
) {
  const told = profiles.flatMap(({ id, label }) => {
    const { verdict, reason, by } = verdicts[id] ?? {};
    if (reason === undefined) return [];
    return [`  - ${plain(label)}, ${verdict}: ${plain(reason)}${by ? `, by ${code(by)}` : ""}`];
  });
  return told.length === 0 ? [] : [`- ${code(folder)} (${plain(source)}, ${code(path)})`, ...told];
}

/** As text on one line, whatever stands in it. */
function plain(text: string): string {
  return oneLine(text).replace(/[\\`*_{}[\]<>#|~&]/g, "\\$&");
}

/** As code, between more backquotes than it holds in a row (CommonMark 6.1). */
function code(text: string): string {
  const line = oneLine(text);
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return longest > 0 ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`;
}

/** GitHub splits a row at every bar but an escaped one, in code too. */
function cellCode(text: string): string {
  return code(text).replaceAll("|", String.raw`\|`);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
