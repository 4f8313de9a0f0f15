import { parseSource } from "#lib/git/source/parse-source.ts";
import { sourceLabel } from "#lib/vfs/source.ts";
import { UsageError } from "../../console.ts";

/** A repository to be evaluated. */
export interface Listed {
  /** Identifies the repository in the results: its normalised address. */
  readonly key: string;
  /** The line of the list, as written. */
  readonly text: string;
  readonly label: string;
  readonly host: string;
}

/** Most invalid lines reported at once. */
const mostTold = 5;

/**
 * The repositories of a list: one per line, in any form that `report` accepts as an address; `#` begins a comment. Duplicates, in whatever
 * form, count once.
 * @throws UsageError for lines that are not an address
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
