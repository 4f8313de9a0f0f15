import { visible } from "#lib/report/trust/patterns.ts";
import type { TreeRule } from "./rule.ts";
import { needsOfScript } from "./script-needs.ts";

/** Most packages that are named for one script. */
const mostNamed = 6;

/** A script that imports packages which nothing around it declares. */
export const undeclaredImports: TreeRule = {
  code: "undeclared-imports",
  title: "A script imports what it does not declare",
  why: "It fails where they are not installed. Declare them in the script’s header (PEP 723), in a requirements.txt, pyproject.toml or package.json of the skill, or in its compatibility field.",
  *inFile(file, _, looked) {
    const missing = needsOfScript(file, looked)?.packages.filter(({ isDeclared }) => !isDeclared) ?? [];
    const [first] = missing;
    if (!first) return;
    const named = missing.slice(0, mostNamed).map((each) => visible(each.package));
    const more = missing.length - named.length;
    const says = `Imports ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
    yield {
      level: "note",
      path: file.path,
      line: first.line,
      says,
      excerpt: visible(file.line(first.line).trim()).slice(0, 160),
    };
  },
};
