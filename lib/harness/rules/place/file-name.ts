import { chooseName, matchesName, wantedName } from "#lib/harness/discovery/scan-root.ts";
import type { Inquiry } from "#lib/harness/rules/types/inquiry.ts";
import type { QuickFix } from "#lib/harness/rules/types/quick-fix.ts";
import type { FileNameRule } from "#lib/harness/vocabulary/discovery.ts";
import { failed, passed } from "#lib/harness/vocabulary/finding.ts";
import { basename, dirname, joinPath } from "#lib/vfs/paths.ts";
import { placeRule } from "./place-rule.ts";

export const fileName = placeRule({
  code: "file-name",
  title: "Has the file name that is read",
  test(_root, { profile, files, location }) {
    const { fileName: rule, depth, follows } = profile.scan;
    const name = basename(location);
    const tested = `The file is called ${name}; ${profile.label} reads ${ruleText(rule)}.`;
    if (!matchesName(name, rule)) return failed(tested, `Rename it to ${wantedName(rule)}.`);
    if (depth === "recursive") return passed(tested);
    const names = (files.list(dirname(location)) ?? [])
      .filter(({ kind }) => kind !== "link" || follows.files)
      .map((entry) => entry.name);
    const chosen = chooseName(names, rule);
    if (chosen === undefined || chosen === name) return passed(tested);
    const other = { path: joinPath(dirname(location), chosen) };
    return failed(`${tested} ${chosen} beside it comes first.`, `Remove one of the two.`, { place: other });
  },
  fixes: renameFile,
  wordings: {
    "wrong-file-name": ({ name, wanted }) => ({
      title: `The file is called ${name}, and this harness reads ${wanted} only`,
      fix: `Rename it to ${wanted}.`,
    }),
  },
});

function ruleText(rule: FileNameRule): string {
  if (rule.match === "exact") return `${rule.names.join(", else ")}, spelled exactly so`;
  return rule.match === "suffix" ? `any name that ends in ${rule.suffix}` : `${rule.name} in any case of letters`;
}

/** The file under the name that the harness reads. */
function renameFile({ profile, session, location }: Inquiry): readonly QuickFix[] {
  const wanted = wantedName(profile.scan.fileName);
  const to = joinPath(dirname(location), wanted);
  if (to === location || session.files.lstat(to)) return [];
  return [{ label: `Rename it to ${wanted}`, moves: [{ from: location, to }], writes: [] }];
}
