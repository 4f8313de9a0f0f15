import { noticeText } from "#lib/harness/notice-text.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import type { Files } from "#lib/vfs/files.ts";
import { visible } from "./trust/patterns.ts";
import type { Level } from "./trust/rule.ts";

/** A rule on the files as a whole, as the report lists it beside the rules on single files. */
export interface SourceRule {
  readonly code: string;
  readonly title: string;
  readonly why: string;
}

/** Found in the tree, or while it was read. */
export const sourceRules = {
  "dead-link": {
    code: "dead-link",
    title: "A link that leads nowhere",
    why: "The model is sent to a file that is not there, and goes on without it or makes it up.",
  },
  "case-twin": {
    code: "case-twin",
    title: "A link that only works where case does not count",
    why: "On Linux, and so in most sandboxes, the file is not found; on the author's machine it was.",
  },
  link: {
    code: "link",
    title: "A symbolic link",
    why: "A link is not followed out of its repository here. On a disk it may lead to any file of the person.",
  },
  "not-here": {
    code: "not-here",
    title: "Something that is not part of these files",
    why: "Submodules, Git LFS contents and files that are too large were not looked at. A clone on a disk may have them.",
  },
  "path-disguise": {
    code: "path-disguise",
    title: "A path that is not what it seems",
    why: "Names with invisible characters read as others, and names that differ in case alone are one file on many disks.",
  },
  "undeclared-tools": {
    code: "undeclared-tools",
    title: "Declared and used tools differ",
    why: "What a skill declares is what some harnesses allow without asking. What it uses beyond is asked for, or fails.",
  },
  "no-licence": {
    code: "no-licence",
    title: "No licence",
    why: "Without a licence nobody may copy, change or pass on what is here, whatever its author meant.",
  },
  "long-instructions": {
    code: "long-instructions",
    title: "A long SKILL.md",
    why: "All of it is read when the skill is used. The standard asks for under 500 lines and 5,000 tokens, and the rest in files beside it.",
  },
  "partly-read": {
    code: "partly-read",
    title: "A file that was looked at in part",
    why: "It is longer than what is looked at of one file, so that something may stand further down.",
  },
} as const satisfies Readonly<Record<string, SourceRule>>;

export type SourceRuleCode = keyof typeof sourceRules;

export interface SourceHit {
  readonly rule: SourceRuleCode;
  readonly level: Level;
  readonly path: string;
  readonly line: number;
  readonly says: string;
  readonly excerpt: string;
}

/** What was noticed while the files were read: submodules, pointers, twins, hidden names, what was left out. */
export function noticedHit(notice: Notice): SourceHit | undefined {
  const { code, path } = notice;
  const found = noticed[code];
  return found && { ...found, path, line: 1, says: noticeText(notice).title, excerpt: visible(path) };
}

const noticed: { readonly [Code in Notice["code"]]?: Pick<SourceHit, "rule" | "level"> } = {
  submodule: { rule: "not-here", level: "note" },
  "large-file-pointer": { rule: "not-here", level: "note" },
  "left-out": { rule: "not-here", level: "note" },
  twins: { rule: "path-disguise", level: "note" },
  "hidden-characters": { rule: "path-disguise", level: "alarm" },
};

/** A link of the tree: inside its repository a fact, out of it more than that. */
export function linkHit(files: Files, path: string): SourceHit {
  const target = files.lstat(path)?.target ?? "";
  const excerpt = `${visible(path)} → ${visible(target)}`;
  if (files.stat(path))
    return { rule: "link", level: "note", path, line: 1, says: "A link to another file here", excerpt };
  const isPrivate = /\.(?:ssh|aws|gnupg|netrc|env)\b|\/etc\/|id_rsa|credentials/.test(target);
  const says = isPrivate ? "A link to where keys are kept" : "A link out of these files, or to nothing";
  return { rule: "link", level: isPrivate ? "alarm" : "look", path, line: 1, says, excerpt };
}

export function partlyRead(path: string, size: number): SourceHit {
  const says = `${Math.round(size / 1024).toLocaleString("en")} KB long`;
  return { rule: "partly-read", level: "note", path, line: 1, says, excerpt: visible(path) };
}

export function unlicensed(path: string, label: string): SourceHit {
  const says = "Neither a licence file nor a skill's frontmatter names one";
  return { rule: "no-licence", level: "note", path, line: 1, says, excerpt: visible(label) };
}
