import { parseSource } from "#lib/git/source/parse-source.ts";
import { sourceLabel } from "#lib/vfs/source.ts";
import { UsageError } from "../../console.ts";

/** A repository to be judged. */
export interface Listed {
  /** What it is known by in the results: its address, in one spelling. */
  readonly key: string;
  /** As the list has it. */
  readonly text: string;
  readonly label: string;
  readonly host: string;
}

/** Bad lines told at once. */
const mostTold = 5;

/**
 * The repositories of a list: one a line, by anything that `report` takes as an address; `#` begins a note. One that stands there twice, however
 * it is spelled, is one.
 * @throws UsageError for lines that are no address
 */
export function readList(text: string, name: string): readonly Listed[] {
  const found = new Map<string, Listed>();
  const bad: string[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const written = line.replace(/(?:^|\s)#.*$/, "").trim();
    if (written === "") continue;
    const parsed = parseSource(written);
    if (parsed.kind === "failure" || parsed.source.kind !== "git")
      bad.push(`line ${index + 1} (${written.slice(0, 80)})`);
    else {
      const { url, refPath, ref, path } = parsed.source;
      const key = [url, ...[refPath ?? ref, path].filter((part) => part !== undefined)].join(" ");
      found.set(key, { key, text: written, label: sourceLabel(parsed.source), host: new URL(url).host });
    }
  }
  if (bad.length > 0) {
    const more = bad.length > mostTold ? `, and ${bad.length - mostTold} more` : "";
    throw new UsageError(
      `${name} has lines that are no address of a repository: ${bad.slice(0, mostTold).join(", ")}${more}.`,
    );
  }
  if (found.size === 0) throw new UsageError(`There is no repository in ${name}.`);
  return [...found.values()];
}
