import type { RuleCode } from "#lib/harness/rules/rules.ts";
import type { Evidence } from "#lib/harness/vocabulary/profile.ts";

const source = "Read in source, not run: charmbracelet/crush 37f36e93 (21 August 2026)";

/** Where each rule of Crush is written down, and what is left out here. */
export const crushEvidence: readonly Evidence<RuleCode>[] = [
  {
    claim: "Four folders of the person and four of the project, which count at the folder with .git, too",
    source: `${source}, internal/config/load.go: GlobalSkillsDirs, ProjectSkillsDir`,
    program: "CRUSH_SKILLS_DIR stands in for the person's, and a setting adds folders: left out here.",
    rules: ["root"],
  },
  {
    claim: "Of one name the skill stays whose folder has the last path, in lower case",
    source: `${source}, internal/skills/skills.go: DiscoverWithStates, Deduplicate`,
    program: "Its comment says that those of the working folder go first: the order of paths decides all the same.",
    rules: ["name-taken"],
  },
  {
    claim: "A SKILL.md at any depth, links to folders included",
    source: `${source}, skills.go: DiscoverWithStates`,
    rules: ["depth", "file-name", "link", "skipped-folder"],
  },
  {
    claim:
      "Blank lines and a mark may stand before the frontmatter; name, folder and limits are the standard's, in any case",
    source: `${source}, skills.go: splitFrontmatter, Validate`,
    program: "Says all that is wrong with one skill at once, here the first; counts bytes.",
    rules: [
      ...([
        "readable",
        "encoding",
        "not-empty",
        "frontmatter",
        "frontmatter-closed",
        "yaml",
        "mapping",
        "name-length",
      ] as const),
      ...(["name", "description", "name-pattern", "folder-name", "description-length"] as const),
      "compatibility-length",
    ],
  },
  {
    claim: "options.disabled_skills turns skills off by name",
    source: `${source}, skills.go: Filter, internal/agent/prompt/prompt.go; left out here`,
    rules: ["state"],
  },
  {
    claim: "The catalog stands in the system prompt; disable-model-invocation leaves a skill out",
    source: `${source}, skills.go: ToPromptXML, internal/agent/templates/coder.md.tpl`,
    program:
      "Tells of its own three among a person's, and behind them how to use skills; these texts are not copied. Where every skill is left out the empty list stands there.",
    rules: ["catalog"],
  },
  {
    claim: "The model reads the file with its tool view",
    source: `${source}, coder.md.tpl, internal/agent/tools/view.go`,
    rules: ["by-model"],
  },
  {
    claim: "A person chooses a skill in the dialog behind /, where its frontmatter says user-invocable: true",
    source: `${source}, skills.go: FormatInvocation, internal/ui/model/ui.go`,
    program: "Has the names in a dialog, not in the line.",
    rules: ["by-person"],
  },
  {
    claim: "Which files its tools may read and write",
    source: "A choice of this lab: the program asks by settings of its own",
  },
];
