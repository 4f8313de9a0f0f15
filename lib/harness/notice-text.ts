import type { NoticeText } from "./rules/content/content-rule.ts";
import { allAdvice, contentRules } from "./rules/content/content-rules.ts";
import type { Notice, NoticeCode, NoticeData } from "./vocabulary/notice.ts";

const inspecting = [...contentRules, ...allAdvice];

/** The words of every finding that no rule on a file's text brings along; one without words does not compile. */
const wording: {
  readonly [Code in Exclude<NoticeCode, (typeof inspecting)[number]["code"]>]: (data: NoticeData<Code>) => NoticeText;
} = {
  "shadowed-by-folder": ({ folder, by }) => ({
    title: `Another folder called ${folder} comes first`,
    fix: `Rename this folder or remove ${by}.`,
  }),
  "shadowed-by-name": ({ name, by }) => ({
    title: `The name ${name} is already used`,
    fix: `Give this skill another name in its frontmatter, or remove ${by}.`,
  }),
  "shadowed-by-target": ({ by }) => ({
    title: "The same file was already found by another path",
    fix: `Nothing is lost: the skill counts once, as ${by}.`,
  }),
  "outside-roots": ({ root }) => ({
    title: "This harness never looks here",
    fix: `Move the skill's folder into ${root}.`,
  }),
  "too-deep": ({ root }) => ({
    title: "This harness looks one level deep only",
    fix: `Move the skill's folder directly into ${root}.`,
  }),
  "beside-root": ({ root }) => ({
    title: "A SKILL.md in the skills folder itself is no skill",
    fix: `Put it into a folder of its own in ${root}.`,
  }),
  "passed-over": ({ what }) => ({
    title: `This harness passes over ${what}`,
    fix: "Put the skill into a plain folder under a plain name, higher up.",
  }),
  "broken-root": ({ root }) => ({
    title: `${root} is no folder, and this harness then loads no skill at all`,
    fix: "Remove the file that stands there.",
  }),
  "wrong-file-name": ({ name, wanted }) => ({
    title: `The file is called ${name}, and this harness reads ${wanted} only`,
    fix: `Rename it to ${wanted}.`,
  }),
  "state-file-ignored": ({ detail }) => ({
    title: `This harness ignores the file: ${detail}`,
    fix: "Mend it, or switch a skill here, which writes it anew.",
  }),
  "installed-renamed": ({ folder, renamed }) => ({
    title: `Installed as ${renamed}: a folder ${folder} is already there`,
    fix: "Remove one of the two sources to use the folder's own name.",
  }),
  "bundled-missing": () => ({
    title: "The skills that come with this harness could not be fetched",
    fix: "Reload the page to try again; everything else works without them.",
  }),
  "hidden-characters": () => ({
    title: "The path holds invisible or direction characters",
    fix: "Look twice: it is not called what it seems to be called.",
  }),
  twins: ({ twin }) => ({
    title: `Differs from ${twin} in case or Unicode form only`,
    fix: "Rename one: on many disks they are the same file.",
  }),
  "no-skills": ({ source }) => ({
    title: `${source} holds no SKILL.md`,
    fix: "Its files can be looked at; open another folder, branch or repository to try skills.",
  }),
  "asked-skill-missing": ({ name }) => ({
    title: `The source has no skill named ${name}`,
    fix: "Choose among its skills in Sources.",
  }),
  "address-read-otherwise": ({ note }) => ({
    title: `The address was read otherwise than written: ${note.replace(/\.$/, "")}`,
    fix: "If that is not what you meant, give the address in full.",
  }),
  submodule: () => ({
    title: "Another repository stands here, which is not opened along",
    fix: "Open that repository by its own address.",
  }),
  "large-file-pointer": () => ({
    title: "Only a pointer to a large file is here",
    fix: "The file itself is kept in Git LFS; a harness on a disk would have it.",
  }),
};

const words = new Map<string, (data: never) => NoticeText>([
  ...inspecting.map((rule) => [rule.code, rule.wording] as const),
  ...Object.entries(wording),
]);

/** What a finding says to a person, beside the harness's own words. */
export function noticeText(notice: Notice): NoticeText {
  const word = words.get(notice.code) as (data: object) => NoticeText;
  return word(notice.data ?? {});
}
