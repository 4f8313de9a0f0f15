import type { RuleCode } from "#lib/harness/rules/rules.ts";
import type { Evidence } from "#lib/harness/vocabulary/profile.ts";
import type { Subject } from "#lib/harness/vocabulary/undocumented.ts";

const cursorPage = "cursor.com/docs/context/skills, as stored in 2026 and read on 22 November 2026";
const factoryPage = "docs.factory.ai/harness/skills, as stored in 2026 and read on 22 November 2026";
const juniePage = "jetbrains.com/help/air/skills.html of 6 May 2026";
const kiroPage = "kiro.dev/docs/skills and kiro.dev/docs/cli/skills, as stored in 2026 and read on 22 November 2026";
const windsurfPage = "docs.windsurf.com/windsurf/cascade/skills, as stored in 2026 and read on 22 November 2026";

/** What documents say of harnesses of which little more is known than where they look, by id. */
export const documented: Readonly<Record<string, readonly Evidence<RuleCode>[]>> = {
  amp: [
    {
      claim:
        "Folders of skills in .agents and .claude of the project, ~/.config/agents, ~/.config/amp and ~/.claude of the person",
      source:
        "Documented second-hand: decodeclaude.com/amp-code-spec/enhancements/16-skills, syllago.dev/using-syllago/providers/amp/skills (read on 22 November 2026)",
      program: "Reads a cache of plugins, the folders of skills.path and built-in skills, too, as these say.",
      rules: ["root", "file-name"],
    },
    {
      claim:
        "Which of two skills with one name counts, what the model is told and how a person calls one are not written down",
      source: "Not found: ampcode.com/manual, section Agent Skills, could not be read (read on 22 November 2026)",
      rules: ["name-taken", "catalog", "by-model", "by-person"],
    },
  ],
  antigravity: [
    {
      claim: "Folders of skills in .agents of the workspace and in ~/.gemini/config of the person",
      source:
        "Documented: antigravity.google/docs/skills, as atamel.dev/posts/2026/07-01_where_agy_agent_skills quotes it (read on 22 November 2026)",
      program: "Its three editions were seen there to look in places that differ.",
      rules: ["root", "file-name"],
    },
    {
      claim: "Older versions: .agent of the workspace, ~/.gemini/antigravity of the person",
      source:
        "Documented second-hand: codelabs.developers.google.com/getting-started-with-antigravity-skills (read on 22 November 2026)",
      rules: ["root"],
    },
    {
      claim: "Which of two skills with one name counts is not written down",
      source: "Documented second-hand: lilys.ai, notes on Antigravity’s skills, say so (read on 22 November 2026)",
      rules: ["name-taken"],
    },
  ],
  cursor: [
    {
      claim:
        "Folders of skills in .agents, .cursor, .claude and .codex, of the project and of the person, found at start",
      source: `Documented: ${cursorPage}; the list as others quote it, effective-cursor.vercel.app/en/skills and docs of hyhmrright/brooks-lint`,
      program: "Which of two with one name it takes, and what it tells its model, no page says.",
      rules: ["root", "file-name"],
    },
    {
      claim: "A person types / in the agent’s chat and the skill’s name",
      source: `Documented: ${cursorPage}, How skills work`,
      program: "Brings skills of its own along, which the page names.",
      rules: ["by-person"],
    },
    {
      claim: "disable-model-invocation: true keeps a skill for people; license, compatibility and metadata are known",
      source: "Documented second-hand: syllago.dev/using-syllago/providers/cursor/skills (read on 22 November 2026)",
      rules: ["catalog"],
    },
  ],
  factory: [
    {
      claim: "Folders of skills in .factory of the project and of the person, and in .agent of the project",
      source: `Documented: ${factoryPage}; .agent as Factory-AI/factory, docs/cli/configuration/skills.mdx at a80aa7c5, has it`,
      program: "Files of .factory/commands make commands in the same way, which are left out here.",
      rules: ["root"],
    },
    {
      claim: "The file is called SKILL.md",
      source: `Documented: ${factoryPage}`,
      program: "An older page, docs.factory.ai/cli/configuration/skills, takes skill.mdx, too.",
      rules: ["file-name"],
    },
    {
      claim: "A person types / and the skill’s name, unless user-invocable is false",
      source: `Documented: ${factoryPage}`,
      rules: ["by-person"],
    },
    {
      claim: "disable-model-invocation keeps a skill from the model",
      source:
        "Documented: docs.factory.ai/cli/configuration/skills, Control who invokes a skill (read on 22 November 2026)",
      rules: ["catalog"],
    },
  ],
  junie: [
    {
      claim: "Folders of skills in .agents and .junie of the project",
      source: `Documented: ${juniePage}`,
      rules: ["root", "file-name"],
    },
    {
      claim: "A folder of skills in ~/.junie",
      source: "Documented second-hand: zenn.dev/nattosystem_jp/articles/83eac3ea4f3b2f (read on 22 November 2026)",
      rules: ["root"],
    },
    {
      claim: "A person chooses one from the menu behind /",
      source: `Documented: ${juniePage}; for JetBrains Air`,
      rules: ["by-person"],
    },
  ],
  kiro: [
    {
      claim: "Folders of skills in .kiro of the workspace and of the person",
      source: `Documented: ${kiroPage}`,
      program: "Agents that a person has made get only the skills that they name as resources (kirodotdev/Kiro#5394).",
      rules: ["root", "file-name"],
    },
    {
      claim: "Of two with one name the workspace’s is taken",
      source: `Documented: ${kiroPage}`,
      rules: ["name-taken"],
    },
    {
      claim: "A person types / and the skill’s name",
      source: `Documented: ${kiroPage}, How skills work`,
      rules: ["by-person"],
    },
    {
      claim: "Names and descriptions are read at the start of a session",
      source: `Documented: ${kiroPage}; in which words the model is told of them, they do not say`,
      rules: ["catalog"],
    },
  ],
  windsurf: [
    {
      claim:
        "Folders of skills in .windsurf and .agents of the project, ~/.codeium/windsurf and ~/.agents of the person",
      source: `Documented: ${windsurfPage}, Manual creation; for .agents as microsoft/apm#1520 quotes that page`,
      program:
        "Reads .claude/skills of both where reading Claude Code’s settings is turned on, and system folders for enterprises.",
      rules: ["root", "file-name"],
    },
    {
      claim: "A person names a skill after @",
      source: `Documented: ${windsurfPage}`,
      rules: ["by-person"],
    },
    {
      claim: "The model is shown names and descriptions, and gets the rest when it calls a skill",
      source: `Documented: ${windsurfPage}; in which words, it does not say`,
      rules: ["catalog", "by-model"],
    },
  ],
};

const faults = [
  ...(["readable", "not-empty", "frontmatter", "frontmatter-closed"] as const),
  ...(["yaml", "mapping", "name", "description"] as const),
] as const;

/** The rules about each subject. */
const about: Partial<Readonly<Record<Subject, readonly RuleCode[]>>> = {
  depth: ["depth", "skipped-folder"],
  links: ["link"],
  "same-name": ["name-taken"],
  states: ["state"],
  catalog: ["catalog"],
  "by-model": ["by-model"],
  "by-person": ["by-person"],
};

/** Evidence that nothing was found on these subjects, nor on what happens to faulty files. */
export function notWritten(subjects: readonly Subject[]): Evidence<RuleCode> {
  return {
    claim: "Of what is told as not documented, and of what becomes of a faulty file, nothing is claimed",
    source: "Not documented: no page that could be read says so",
    rules: [...faults, ...subjects.flatMap((subject) => about[subject] ?? [])],
  };
}

export const ofThisLab: Evidence<RuleCode> = {
  claim: "Frontmatter is YAML between two lines of dashes; tools and what they may do are this lab’s own",
  source: "A choice of this lab: no document says so",
};
