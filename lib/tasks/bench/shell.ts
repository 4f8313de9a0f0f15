import "./patched-shell.ts";
import { differences } from "../../run/cases/differences.ts";

const { compare, pageAnswer, readLines, realAnswer, writeRecorded } = await import("../../run/cases/cases.ts");

const recorded: Record<string, ReturnType<typeof realAnswer>> = {};
const rows: string[] = [];
let asked = 0;
for (const [name, lines] of readLines()) {
  let same = 0;
  for (const line of lines) {
    const real = realAnswer(line);
    recorded[line] = real;
    const page = await pageAnswer(line);
    const found = compare(page, real);
    if (found === "same") same++;
    else {
      const [got, wanted] = [page, real].map(({ out, status }) => `${JSON.stringify(out.slice(0, 200))} ${status}`);
      rows.push(`${found} ${line}\n    bash ${wanted}\n    page ${got}\n    ${differences[line] ?? "not known"}`);
    }
  }
  asked += lines.length;
  console.log(`${name.padEnd(12)} ${same} of ${lines.length} as bash`);
}
writeRecorded(recorded);
console.log(
  `\n${asked - rows.length} of ${asked} lines as bash (${((100 * (asked - rows.length)) / asked).toFixed(1)} %)`,
);
console.log(rows.join("\n"));
