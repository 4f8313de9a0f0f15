import { visible } from "#lib/report/trust/patterns.ts";
import type { TreeRule } from "./rule.ts";
import { needsOfScript } from "./script-needs.ts";

/** Packages told of one script by name. */
const mostNamed = 6;

/** A script that imports packages which nothing around it declares. */
export const undeclaredImports: TreeRule = {
  code: "undeclared-imports",
  title: "A script imports what it does not declare",
  why: "Whoever runs it finds out by its failure. A header in the script (PEP 723), a requirements.txt, pyproject.toml or package.json in the skill, or its compatibility field says so before.",
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
