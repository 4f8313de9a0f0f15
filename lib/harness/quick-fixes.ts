import type { Notice } from "#lib/skills/notice.ts";
import { type Inquiry, inquire } from "./explain/inquiry.ts";
import { contentFixes } from "./quick-fixes/content-fixes.ts";
import { removeField } from "./quick-fixes/edit-fields.ts";
import { moveIntoRoot, renameFile } from "./quick-fixes/move-fixes.ts";
import { nameLikeFolder, renameFolder, renameSkill } from "./quick-fixes/name-fixes.ts";
import { type QuickFix, writing } from "./quick-fixes/quick-fix.ts";
import { featureFixes, mendStateFile, removeBlockingFile, stateFixes } from "./quick-fixes/state-fixes.ts";
import type { RuleCode } from "./rules/rule.ts";
import type { Profile } from "./vocabulary/profile.ts";
import type { Session } from "./vocabulary/session.ts";
import { isHiddenFrom } from "./vocabulary/skill.ts";

/** A broken rule of an explanation, by its SKILL.md; or a finding. */
export type Trouble = Notice | { readonly rule: RuleCode; readonly location: string };

/**
 * What mends it under this harness, the gentlest first; none where only a person can. `session`: the harness as
 * just loaded from its files. After a fix the rule passes; another one may still be broken.
 */
export function quickFixes(profile: Profile, session: Session, trouble: Trouble): readonly QuickFix[] {
  if ("rule" in trouble) return fixesFor(inquire(profile, session, trouble.location), trouble.rule);
  if (trouble.code === "state-file-ignored") return mendStateFile(profile, session, trouble.path);
  const rule = ruleOfNotice(trouble);
  if (rule === undefined) return [];
  return fixesFor(inquire(profile, session, trouble.path), rule);
}

function fixesFor(inquiry: Inquiry, rule: RuleCode | "byte-order-mark"): readonly QuickFix[] {
  const { location, checked } = inquiry;
  switch (rule) {
    case "byte-order-mark":
      return checked.text?.startsWith("\ufeff")
        ? [writing("Drop the byte-order mark", location, checked.text.slice(1))]
        : [];
    case "root":
    case "plugin":
    case "skipped-folder":
    case "depth":
      return moveIntoRoot(inquiry);
    case "file-name":
      return renameFile(inquiry);
    case "root-folder":
      return removeBlockingFile(inquiry);
    case "folder-taken":
      return renameFolder(inquiry);
    case "name-taken":
      return renameSkill(inquiry);
    case "name-differs":
    case "standard":
      return nameLikeFolder(inquiry);
    case "feature":
      return featureFixes(inquiry);
    case "state":
      return stateFixes(inquiry, "on");
    case "catalog":
      return catalogFixes(inquiry);
    default:
      return contentFixes(inquiry, rule);
  }
}

function catalogFixes(inquiry: Inquiry): readonly QuickFix[] {
  const { profile, location, checked, candidate } = inquiry;
  if (!isHiddenFrom(candidate?.skill ?? {}, "model")) return stateFixes(inquiry, profile.catalog.lists);
  const key = "disable-model-invocation";
  return checked.text === undefined ? [] : [writing(`Drop ${key}`, location, removeField(checked.text, key))];
}

/** The rule that a finding is about. */
function ruleOfNotice(notice: Notice): RuleCode | "byte-order-mark" | undefined {
  switch (notice.code) {
    case "missing-field":
    case "field-fallback":
      return notice.data.field === "name" ? "name" : "description";
    case "empty-file":
      return "not-empty";
    case "no-frontmatter":
      return "frontmatter";
    case "unclosed-frontmatter":
      return "frontmatter-closed";
    case "bad-yaml":
      return "yaml";
    case "no-mapping":
      return "mapping";
    case "shadowed-by-folder":
      return "folder-taken";
    case "shadowed-by-name":
      return "name-taken";
    case "outside-roots":
      return "root";
    case "too-deep":
    case "beside-root":
      return "depth";
    case "wrong-file-name":
      return "file-name";
    case "broken-root":
      return "root-folder";
    case "name-differs":
    case "byte-order-mark":
      return notice.code;
    case "breaks-standard":
      return notice.data.message.startsWith("Directory name") ? "standard" : undefined;
    default:
      return undefined;
  }
}
