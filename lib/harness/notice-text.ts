import { formatBytes } from "#lib/format-count.ts";
import type { NoticeText } from "./rules/content/content-rule.ts";
import { allAdvice, contentRules } from "./rules/content/content-rules.ts";
import { stateFile } from "./rules/offer/state-file.ts";
import { rules, type WordedByRule } from "./rules/rules.ts";
import type { Wordings } from "./rules/types/rule.ts";
import type { Notice } from "./vocabulary/notice.ts";

const onText = [...contentRules, ...allAdvice];

/** The wording of every finding whose rule has none of its own. A finding without wording does not compile. */
const wording: Required<Omit<Wordings, (typeof onText)[number]["code"] | WordedByRule>> = {
  "passed-over": ({ what }) => ({
    title: `This harness skips ${what}`,
    fix: "Put the skill into a regular folder with a plain name, higher up.",
  }),
  ...stateFile.wordings,
  "not-installed": ({ name, by }) => ({
    title: `${name} is not installed: another skill has ${by}`,
    fix: "npx skills add installs the first skill of a name. Try this one to use it instead, or move its source up.",
  }),
  "bundled-missing": () => ({
    title: "The skills that come with this harness could not be fetched",
    fix: "Reload the page to try again; everything else works without them.",
  }),
  "hidden-characters": () => ({
    title: "The path holds invisible or direction characters",
    fix: "Look closely: its name is not what it seems.",
  }),
  twins: ({ twin }) => ({
    title: `Differs from ${twin} in case or Unicode form only`,
    fix: "Rename one. On many disks they are the same file.",
  }),
  "no-skills": ({ source }) => ({
    title: `${source} holds no SKILL.md`,
    fix: "You can read its files. Open another folder, branch or repository to try skills.",
  }),
  "asked-skill-missing": ({ name }) => ({
    title: `The source has no skill named ${name}`,
    fix: "Choose among its skills in Sources.",
  }),
  "address-read-otherwise": ({ note }) => ({
    title: `The address was changed: ${note.replace(/\.$/, "")}`,
    fix: "If that is not what you meant, paste the full address.",
  }),
  submodule: () => ({
    title: "Another repository is linked here and was not opened",
    fix: "Open that repository by its own address.",
  }),
  "file-left-out": ({ size, limit }) => ({
    title: `Left out: it has ${formatBytes(size)}, more than the ${formatBytes(limit)} that one file may have`,
    fix: "Everything else opened. A harness on a disk would have this file.",
  }),
  "large-file-pointer": () => ({
    title: "This is only a pointer to a large file",
    fix: "The file itself is kept in Git LFS; a harness on a disk would have it.",
  }),
};

const words = new Map<string, (data: never) => NoticeText>([
  ...onText.map((rule) => [rule.code, rule.wording] as const),
  ...rules.flatMap(({ wordings = {} }) => Object.entries(wordings)),
  ...Object.entries(wording),
]);

/** A finding in words for people, besides the harness's own message. */
export function noticeText(notice: Notice): NoticeText {
  const word = words.get(notice.code) as (data: object) => NoticeText;
  return word(notice.data ?? {});
}
