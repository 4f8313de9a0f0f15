import type { FileNameRule, Scan } from "#lib/harness/vocabulary/discovery.ts";
import { failed, passed } from "#lib/harness/vocabulary/finding.ts";
import { goLower } from "#lib/skills/text-rules.ts";
import type { Files } from "#lib/vfs/files.ts";
import { basename, dirname, joinPath } from "#lib/vfs/paths.ts";
import { type Position, placeRule } from "./place-rule.ts";

interface OtherName {
  /** The file in the same folder that is read instead. */
  readonly chosen?: string;
}

export const fileName = placeRule<OtherName>()({
  code: "file-name",
  title: "Has the file name that is read",
  wrong: "Its file name is not the one that {harness} reads",
  mendedBy: "rename",
  breaks(_, { profile: { scan }, files, location }) {
    const name = basename(location);
    if (!matchesName(name, scan.fileName)) return {};
    const chosen = scan.depth === "recursive" ? name : skillFileIn(files, dirname(location), scan);
    return chosen === undefined || chosen === name ? undefined : { chosen };
  },
  kept: (_, position) => passed(asked(position)),
  broken({ chosen }, _, position) {
    if (chosen === undefined)
      return failed(asked(position), `Rename it to ${wantedName(position.profile.scan.fileName)}.`);
    const other = { path: joinPath(dirname(position.location), chosen) };
    return failed(`${asked(position)} ${chosen} beside it comes first.`, `Remove one of the two.`, { place: other });
  },
  notice(_, _root, { profile, location }) {
    const data = { name: basename(location), wanted: wantedName(profile.scan.fileName) };
    return { code: "wrong-file-name", severity: "warning", data };
  },
  wordings: {
    "wrong-file-name": ({ name, wanted }) => ({
      title: `The file is called ${name}, and this harness reads ${wanted} only`,
      fix: `Rename it to ${wanted}.`,
    }),
  },
});

/** The name of the file in a folder that is the skill's for a harness that looks one level deep. */
export function skillFileIn(files: Files, folder: string, { fileName: rule, follows }: Scan): string | undefined {
  const entries = (files.list(folder) ?? []).filter(({ kind }) => kind !== "link" || follows.files);
  if (rule.match === "exact") return rule.names.find((name) => entries.some((entry) => entry.name === name));
  return entries.find(({ name }) => matchesName(name, rule))?.name;
}

/** Whether a harness reads a file of this name. */
export function matchesName(name: string, rule: FileNameRule): boolean {
  if (rule.match === "exact") return rule.names.includes(name);
  if (rule.match === "suffix") return (rule.anyCase ? goLower(name) : name).endsWith(rule.suffix);
  return name.length === rule.name.length && goLower(name) === goLower(rule.name);
}

/** A file name that the harness reads. */
export function wantedName(rule: FileNameRule): string {
  if (rule.match === "exact") return rule.names[0] ?? "";
  return rule.match === "suffix" ? rule.suffix : rule.name;
}

function asked({ profile, location }: Position): string {
  return `The file is called ${basename(location)}; ${profile.label} reads ${ruleText(profile.scan.fileName)}.`;
}

function ruleText(rule: FileNameRule): string {
  if (rule.match === "exact") return `${rule.names.join(", else ")}, spelled exactly so`;
  return rule.match === "suffix" ? `any name that ends in ${rule.suffix}` : `${rule.name} in any case of letters`;
}
