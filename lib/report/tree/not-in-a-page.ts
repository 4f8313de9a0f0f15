import { visible } from "#lib/report/trust/patterns.ts";
import type { TreeRule } from "./rule.ts";
import { needsOfScript } from "./script-needs.ts";

/** Most needs that are named for one script. */
const mostNamed = 4;

/** A script that needs something no page can provide. */
export const notInAPage: TreeRule = {
  code: "not-in-a-page",
  title: "A script that a browser can only run in part",
  why: "It starts a program or uses the network. That part fails in Skillground, and works on a computer that has both.",
  *inFile(file, _, looked) {
    const { programs = [], network = [] } = needsOfScript(file, looked) ?? {};
    const [first] = [...programs, ...network];
    if (!first) return;
    const parts = [told("starts", programs), told("uses the network through", network)].filter((part) => part !== "");
    yield {
      level: "note",
      path: file.path,
      line: first.line,
      says: `It ${parts.join(" and ")}`,
      excerpt: visible(file.line(first.line).trim()).slice(0, 160),
    };
  },
};

function told(verb: string, all: readonly { readonly name: string }[]): string {
  if (all.length === 0) return "";
  const named = all.slice(0, mostNamed).map(({ name }) => visible(name));
  const more = all.length - named.length;
  return `${verb} ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
