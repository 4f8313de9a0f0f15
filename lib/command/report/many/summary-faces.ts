import { formatCount, plural } from "#lib/format-count.ts";
import { plain, tableRow } from "#lib/report/faces/markdown-text.ts";
import { visible } from "#lib/report/trust/patterns.ts";
import type { Summary } from "./summary.ts";

/** A table of a summary: texts, followed by numbers. */
interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

function headOf({ repositories, reported, skills, alarmed }: Summary): string {
  const failed = repositories - reported;
  const rest = failed === 0 ? "" : ` ${plural(failed, "repository", "repositories")} could not be judged.`;
  return `${plural(reported, "repository", "repositories")} with ${plural(skills, "skill")}; ${formatCount(alarmed)} (${percent(alarmed, reported)}) with an alarm.${rest}`;
}

function tablesOf({ reported, rules, marks, harnesses, failed }: Summary): readonly Table[] {
  const shares = (list: Summary["rules"]) =>
    list.map(({ title, code, repositories, findings }) => [
      title === code ? title : `${title} (${code})`,
      formatCount(repositories),
      percent(repositories, reported),
      formatCount(findings),
    ]);
  return [
    {
      title: "What each harness tells its model",
      columns: ["Harness", "Skills told", "Share", "Tokens"],
      rows: harnesses.map(({ label, told, undocumented = 0, total, tokens }) => {
        // Undocumented is not the same as zero.
        if (told === 0 && undocumented > 0) return [label, "not documented", "–", "–"];
        return [label, `${formatCount(told)} of ${formatCount(total)}`, percent(told, total), formatCount(tokens)];
      }),
    },
    {
      title: "What is found in the files",
      columns: ["Rule", "Repositories", "Share", "Findings"],
      rows: shares(rules),
    },
    {
      title: "What harnesses make of skills",
      columns: ["Verdict", "Repositories", "Share", "Skills, by harness"],
      rows: shares(marks),
    },
    {
      title: "What could not be judged",
      columns: ["Reason", "Repositories"],
      rows: failed.map(({ code, because, repositories }) => [
        repositories === 1 ? because : `${code}, for example: ${because}`,
        formatCount(repositories),
      ]),
    },
  ].filter(({ rows }) => rows.length > 0);
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "–" : `${(Math.round((part / whole) * 1000) / 10).toFixed(1)}%`;
}

export function summaryText(summary: Summary): string {
  const parts = tablesOf(summary).map(({ title, rows }) => {
    const width = Math.min(60, Math.max(...rows.map(([first = ""]) => first.length)));
    return [`${title}:`, ...rows.map(([first = "", ...rest]) => `  ${first.padEnd(width)}  ${rest.join("  ")}`)].join(
      "\n",
    );
  });
  return `${[headOf(summary), ...parts].join("\n\n")}\n`;
}

export function summaryMarkdown(summary: Summary): string {
  const parts = tablesOf(summary).map(({ title, columns, rows }) =>
    [
      `## ${title}`,
      "",
      tableRow(columns),
      tableRow(columns.map((_, index) => (index === 0 ? "---" : "---:"))),
      ...rows.map((row) => tableRow(row.map(plain))),
    ].join("\n"),
  );
  return `${["# Skills in many repositories", headOf(summary), ...parts].join("\n\n")}\n`;
}

/** A self-contained HTML page: no script, and nothing that is fetched. */
export function summaryPage(summary: Summary): string {
  const tables = tablesOf(summary).map(
    ({ title, columns, rows }) => `<section>
<h2>${escaped(title)}</h2>
<div class="scroll" role="region" tabindex="0" aria-label="${escaped(title)}">
<table>
<thead><tr>${columns.map((column) => `<th scope="col">${escaped(column)}</th>`).join("")}</tr></thead>
<tbody>
${rows.map(([first = "", ...rest]) => `<tr><th scope="row">${escaped(first)}</th>${rest.map((cell) => `<td>${escaped(cell)}</td>`).join("")}</tr>`).join("\n")}
</tbody>
</table>
</div>
</section>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Skills in many repositories</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Skills in many repositories</h1>
<p>${escaped(headOf(summary))}</p>
${tables.join("\n")}
</main>
</body>
</html>
`;
}

const style = `:root{color-scheme:light dark}
body{margin:0;font:16px/1.5 system-ui,sans-serif;background:light-dark(#fff,#16181c);color:light-dark(#1c1f24,#e8eaed)}
main{max-width:60rem;margin:0 auto;padding:2rem 1rem}
h1{font-size:1.6rem;margin:0 0 .5rem}h2{font-size:1.1rem;margin:2rem 0 .5rem}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%}
th,td{padding:.4rem .5rem;text-align:right;border-bottom:1px solid light-dark(#dfe2e6,#353a42);font-variant-numeric:tabular-nums;white-space:nowrap}
thead th{white-space:normal;vertical-align:bottom}th:first-child{text-align:left;white-space:normal;overflow-wrap:anywhere;min-width:8rem;padding-left:0}td:last-child,th:last-child{padding-right:0}tbody th{font-weight:400}thead{color:light-dark(#555c66,#aab1bc)}
@media(max-width:30rem){table{font-size:.8rem}th,td{padding:.4rem .3rem}th:first-child{min-width:6rem}}`;

function escaped(text: string): string {
  return visible(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
