import type { Notice, NoticeCode, NoticeData } from "./notice.ts";

export interface NoticeText {
  /** What is the matter: one sentence without a full stop. */
  readonly title: string;
  /** What to do about it: one sentence. */
  readonly fix: string;
}

type Wording = { readonly [Code in NoticeCode]: (data: NoticeData<Code>) => NoticeText };

const wording: Wording = {
  unreadable: ({ detail }) => ({
    title: `SKILL.md cannot be read: ${detail}`,
    fix: "Put a regular file there, or mend the link.",
  }),
  "empty-file": () => ({
    title: "SKILL.md is empty",
    fix: "Write frontmatter with name and description, then the instructions.",
  }),
  "no-frontmatter": () => ({
    title: "No frontmatter in line 1",
    fix: "Make --- the very first line, without anything invisible in front, and close it with another ---.",
  }),
  "unclosed-frontmatter": () => ({
    title: "The frontmatter is never closed",
    fix: "Add a line with --- alone after the last field.",
  }),
  "bad-yaml": ({ detail }) => ({
    title: `The frontmatter is not valid YAML: ${detail}`,
    fix: "Put quotes around a value that holds a colon or begins with a special character, and name each field once.",
  }),
  "no-mapping": () => ({
    title: "The frontmatter holds no fields",
    fix: "Write one field a line, as in name: my-skill.",
  }),
  "frontmatter-too-long": ({ limit }) => ({
    title: `The frontmatter has more than ${limit} characters`,
    fix: "Move the text below the closing ---.",
  }),
  "frontmatter-too-complex": ({ parts, depth }) => ({
    title: `The frontmatter has more than ${parts} words and signs, or more than ${depth} levels`,
    fix: "Keep to a few hundred values, a few levels deep, and move the rest below the closing ---.",
  }),
  "missing-field": ({ field }) => ({
    title: `The frontmatter lacks a ${field}`,
    fix: `Add a line ${field}: with a value.`,
  }),
  "name-too-long": ({ limit }) => ({
    title: `The name has more than ${limit} characters`,
    fix: "Shorten it: a name is typed and listed.",
  }),
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
  "line-too-long": ({ limit }) => ({
    title: `A line has ${limit} bytes or more, which this harness cannot read`,
    fix: "Break the line, or move what it holds into a file beside SKILL.md.",
  }),
  "wrong-file-name": ({ name, wanted }) => ({
    title: `The file is called ${name}, and this harness reads ${wanted} only`,
    fix: `Rename it to ${wanted}.`,
  }),
  "field-fallback": ({ field, value }) => ({
    title: `No ${field} in the frontmatter, so this harness takes ${value || "an empty one"}`,
    fix: `Add a line ${field}: with a value, so that every harness shows the same.`,
  }),
  "breaks-standard": ({ message }) => ({
    title: message,
    fix: "Mend it to be valid by the Agent Skills standard; this harness loads the skill all the same.",
  }),
  "name-differs": ({ name, folder }) => ({
    title: `The skill is named ${name}, its folder ${folder}`,
    fix: "Give both the same name: harnesses differ on which one counts.",
  }),
  "description-too-long": ({ length, limit }) => ({
    title: `The description has ${length} characters, the standard allows ${limit}`,
    fix: "Shorten it: it is sent with every request.",
  }),
  "byte-order-mark": () => ({
    title: "The file begins with a byte-order mark",
    fix: "Save it as UTF-8 without one: most harnesses then miss the frontmatter.",
  }),
  "hidden-text": ({ count, kinds }) => ({
    title: `${count} invisible ${count === 1 ? "character" : "characters"} (${kinds})`,
    fix: "Look at what they hide before you trust the skill, and remove them.",
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

/** What a finding says to a person, beside the harness's own words. */
export function noticeText(notice: Notice): NoticeText {
  const word = wording[notice.code] as (data: object) => NoticeText;
  return word(notice.data ?? {});
}
