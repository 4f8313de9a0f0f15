import { checkText } from "#lib/harness/discovery/check-text.ts";
import { brokenRules } from "#lib/harness/explain/content-findings.ts";
import type { Inquiry } from "#lib/harness/explain/inquiry.ts";
import { type RuleCode, ruleCodes } from "#lib/harness/rules/rule.ts";
import { fieldText } from "#lib/skills/fields.ts";
import { closeFrontmatter, prependFrontmatter, setField } from "./edit-fields.ts";
import { freeName, skillWord } from "./free-name.ts";
import { mendYaml } from "./mend-yaml.ts";
import { type QuickFix, withWrites, writing } from "./quick-fix.ts";

type Draft = readonly [label: string, text: string | undefined];

/** What makes a rule on the text of a file pass: only what was tried out does. */
export function contentFixes(inquiry: Inquiry, rule: RuleCode): readonly QuickFix[] {
  const { location, checked } = inquiry;
  if (checked.text === undefined) return [];
  const fitting = draftsFor(inquiry, rule, checked.text).filter(
    (draft): draft is readonly [string, string] =>
      draft[1] !== undefined && draft[1] !== checked.text && !isBroken(inquiry, rule, draft[1]),
  );
  // The first does least to the file.
  return fitting.slice(0, 1).map(([label, text]) => writing(label, location, text));
}

function draftsFor(inquiry: Inquiry, rule: RuleCode, text: string): readonly Draft[] {
  switch (rule) {
    case "not-empty":
      return [
        [
          "Write a first text",
          prependFrontmatter(`# ${inquiry.folder}\n\nWrite here what to do.\n`, newFields(inquiry, "")),
        ],
      ];
    case "frontmatter":
      return openings(inquiry, text);
    case "frontmatter-closed":
      return [["End the frontmatter", closeFrontmatter(text)]];
    case "yaml": {
      const mended = mendYaml(text, (each) => problemLine(inquiry, each));
      return mended ? [[mended.label, mended.text]] : [];
    }
    case "mapping":
      return [["Make it a name and a description", fieldsForText(inquiry, text)]];
    case "name":
    case "name-text": {
      const name = freeName(inquiry);
      return [[`Name it ${name}`, setField(text, "name", name)]];
    }
    case "description":
    case "description-text":
      return [["Write a description", setField(text, "description", describe(inquiry, bodyOf(inquiry, text)))]];
    default:
      return [];
  }
}

function isBroken({ profile, session: { files }, location }: Inquiry, rule: RuleCode, text: string): boolean {
  const changed = withWrites(files, [{ path: location, text }]);
  const broken = brokenRules(checkText(profile.frontmatter, changed, location));
  // Mending one thing must not break another that is tested before it.
  const isBefore = (each: RuleCode) => hidesFields.includes(each) && ruleCodes.indexOf(each) < ruleCodes.indexOf(rule);
  return [...broken.keys()].some((each) => each === rule || isBefore(each));
}

const hidesFields: readonly RuleCode[] = [
  "readable",
  "line-length",
  "not-empty",
  "frontmatter",
  "frontmatter-closed",
  "yaml",
  "mapping",
];

function problemLine({ profile, session: { files }, location }: Inquiry, text: string): number | undefined {
  const changed = withWrites(files, [{ path: location, text }]);
  return brokenRules(checkText(profile.frontmatter, changed, location)).get("yaml")?.line;
}

function openings(inquiry: Inquiry, text: string): readonly Draft[] {
  const bare = text.replace(/^\ufeff/, "");
  return [
    ["Drop the byte-order mark", bare],
    ["Drop the blank lines at the start", bare.trimStart()],
    ["Write frontmatter with a name and a description", prependFrontmatter(bare.trimStart(), newFields(inquiry, bare))],
  ];
}

function newFields(inquiry: Inquiry, body: string): Readonly<Record<string, string>> {
  return { name: freeName(inquiry), description: describe(inquiry, body) };
}

function fieldsForText(inquiry: Inquiry, text: string): string {
  const lines = text.split("\n");
  const close = lines.findIndex((line, index) => index > 0 && line.trim() === "---");
  const block = lines.slice(1, Math.max(1, close)).join(" ");
  const body = lines.slice(close + 1).join("\n");
  return prependFrontmatter(body.trimStart(), newFields(inquiry, block.trim() || body));
}

/** The text below the frontmatter, whichever fence cuts it off. */
function bodyOf({ checked }: Inquiry, text: string): string {
  return checked.kind === "checked" && checked.frontmatter.kind === "read" ? checked.frontmatter.body : text;
}

const maxDescription = 200;

/** A first description: the one it has, the first sentence of its text, or what to write there. */
function describe({ checked, folder }: Inquiry, body: string): string {
  const known = checked.kind === "checked" && checked.frontmatter.kind === "read" && checked.frontmatter.fields;
  const own = known && fieldText(known, "description")?.trim();
  if (own) return own;
  const line = body
    .split("\n")
    .find((each) => /^\p{L}/u.test(each.trim()))
    ?.trim();
  return line?.slice(0, maxDescription) ?? `What ${skillWord(folder)} does, and when to use it.`;
}
