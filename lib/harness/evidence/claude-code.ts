import type { RuleCode } from "#lib/harness/rules/rules.ts";
import type { Evidence } from "#lib/harness/vocabulary/profile.ts";

const document =
  "Claude Code documentation, “Extend Claude with skills” (code.claude.com/docs/en/skills, 22 August 2026)";
const memory = "globs: Claude Code documentation, “How Claude remembers your project”, path-specific rules";
const plugins = "Claude Code documentation, “Plugins reference” (22 August 2026)";
const settings = "Claude Code documentation, “Settings” (22 August 2026)";
const changelog = "Claude Code changelog (CHANGELOG.md of anthropics/claude-code, August 2026)";
const asked = "Seen in Claude Code 2.1.332, 26 November 2026: `npm run verify -- claude-code`";
const inTerminal = "Seen in Claude Code 2.1.332, 29 November 2026, typed in a terminal";

/** Where each rule of Claude Code is written down, and what is left out here. */
export const claudeCodeEvidence: readonly Evidence<RuleCode>[] = [
  {
    claim: "Enterprise skills before personal ones, those before the project's",
    source: `${document}, "Where skills live"`,
    rules: ["root", "name-taken"],
  },
  {
    claim:
      "Folders above the working folder count up to the one that holds .git, the nearest first; where none does, up to the home folder",
    source: `${document}, "Discovery from parent and nested directories"; the order, and what counts without .git: ${asked}`,
    rules: ["root", "name-taken"],
  },
  {
    claim: "/add-dir adds a folder for the conversation, with the skills and commands in its .claude",
    source: `${document}, "Skills from additional directories"; the command's words are a choice of this lab`,
    program: "Takes folders from --add-dir at its start, too, and offers to remember one.",
    rules: ["root"],
  },
  {
    claim: "Skills in .claude/skills of a folder below load once the model has read or changed a file in that folder",
    source: `${document}, "Discovery from parent and nested directories"`,
    program:
      "Counts Read, Edit and Write only, not what a shell command reads (anthropics/claude-code#93403), and tells of them at once; here the next message does.",
    rules: ["touched"],
  },
  {
    claim: "One of these whose name another skill has stays, too: its name begins with its folder, apps/web:name",
    source: `${document}, "Where skills live"; the words: ${asked}`,
    rules: ["name-taken"],
  },
  {
    claim:
      "A skill with paths is told once the model has read or changed a file that fits one of its patterns, which are read as lines of a .gitignore; before that a person cannot call it either",
    source: `${document}, "Frontmatter reference": “Glob patterns that limit when this skill is activated”; ${memory}`,
    rules: ["paths", "by-model"],
  },
  {
    claim: "Each .md file of .claude/commands is a skill, called like the file; a skill of the same name comes first",
    source: `${document}: “Custom commands have been merged into skills”; folders below it stand before a colon: ${asked}`,
    rules: ["root", "name-taken"],
  },
  {
    claim: "The program's own skills take their part of the budget; their texts are not copied",
    source: `${asked}: 13 of them, 6,211 characters with a model of 200,000 tokens`,
    rules: ["budget"],
  },
  {
    claim: "One level deep; linked folders are followed, and a file reached twice counts once",
    source: `${document}, "Where skills live"`,
    program: "Passes over deeper ones without a word (anthropics/claude-code#88400, measured on 2.1.238).",
    rules: ["link", "depth", "file-taken"],
  },
  {
    claim: "A folder called synced, in any case of letters, is no skill: it is kept for what claude.ai sends",
    source: `${document}, "Where skills live"`,
    rules: ["skipped-folder"],
  },
  {
    claim:
      "What claude.ai sends lies in a folder for each account, and is no skill where that account is not signed in",
    source: `${asked} (tree command-synced-of-an-account)`,
    program: "Loads the skills of the account that is signed in, each after every other of its name: left out here.",
  },
  {
    claim:
      "~/.claude/plugins/installed_plugins.json names the plugins; one loads where enabledPlugins of the settings says true and its marketplace, which known_marketplaces.json must name, lists it; of a marketplace in a folder of this disk it is read there, installed or not",
    source: `${plugins}, "Plugin installation scopes"; ${asked} (trees plugin-unnamed, plugin-unknown-market, plugin-not-in-market, plugin-folder-market)`,
    program:
      "Passes over links that lead out of a plugin's marketplace, lists workflows among the skills (trees workflow-own, workflow-of-home, plugin-form-workflows), and takes some names of marketplaces from its maker's repositories alone: left out here.",
    rules: ["plugin"],
  },
  {
    claim:
      "A plugin whose manifest has no name of one word, a version that is no text, skills or commands that are no paths beginning with ./, or agents that are no such paths of .md files is not loaded",
    source: `${asked} (trees plugin-manifest-0 to -15, plugin-listed-4, -7, -8; wshobson/agents installed)`,
    rules: ["plugin"],
  },
  {
    claim:
      "A plugin's commands are told before its skills, skills and commands of plugins only where their frontmatter describes them",
    source: `${asked} (trees plugin-commands, plugin-undescribed)`,
    rules: ["catalog"],
  },
  {
    claim:
      "A plugin's skills are the folders in its skills folder and those that plugin.json or its marketplace names; for a plugin that is the whole repository the marketplace's alone; one without any of these is its SKILL.md",
    source: `${plugins}, "Path behavior rules"`,
    program: "Loads as a plugin each folder of .claude/skills with a .claude-plugin/plugin.json, too.",
  },
  {
    claim:
      "The folder names the command; in a plugin it is plugin:folder, after the name in the plugin's manifest, or without one after that in its marketplace",
    source: `${document}: “the command still comes from the directory name”; ${asked} (tree plugin-manifest-name)`,
    rules: ["file-name"],
  },
  {
    claim:
      "The name in the frontmatter is a label: told beside the folder's where it is one word, and it calls the skill, too",
    source: asked,
  },
  {
    claim:
      "Nothing is required: a missing description is the first line that is not blank, without the signs of a heading, cut to 100 characters",
    source: `${asked}; the document says the first paragraph`,
    rules: ["readable", "not-empty", "frontmatter", "name", "description"],
  },
  {
    claim: "With malformed YAML the body loads, its first line is the description, and nothing is said",
    source: `${document}, "Troubleshooting"; the description: ${asked}`,
    rules: ["yaml", "mapping"],
  },
  {
    claim:
      "An unclosed frontmatter is none, the next three dashes close wherever they stand, and a value with signs of YAML is forgiven",
    source: asked,
    rules: ["frontmatter-closed"],
  },
  {
    claim:
      "A folder's name with an angle bracket, a sign that shows nothing, or blanks at its ends or next to each other is no skill's",
    source: asked,
    rules: ["plain-name"],
  },
  { claim: "A byte-order mark is accepted", source: `${changelog}, 2.1.239` },
  {
    claim: "disable-model-invocation hides a skill from the model, user-invocable: false from the person",
    source: `${document}, "Control who invokes a skill"`,
    rules: ["catalog", "by-person"],
  },
  {
    claim: "The words in which a skill that is off, or hidden, is refused",
    source: `${asked}; in a terminal: anthropics/claude-code#86676`,
  },
  {
    claim: "allowed-tools, disallowed-tools, model, effort, context, agent, hooks and shell change nothing",
    source: "A choice of this lab: it has a few tools of its own, and asks before each change",
    program: "Grants or takes away tools for the turn, and runs a forked skill in a subagent.",
  },
  {
    claim:
      "skillOverrides of the settings files: on, name-only, user-invocable-only, off; managed, local, project, user in turn; nothing in a file counts where one of its settings has a value that the program does not take",
    source: `${document}, "Override skill visibility"; ${settings}`,
    program: "Obeys rules of permissions such as Skill(name), too; here they are not read. Any other word means on.",
    rules: ["state"],
  },
  {
    claim: "name-only: the catalog has the name alone",
    source: `${document}, "Override skill visibility"`,
    rules: ["budget"],
  },
  {
    claim: "A change is written to .claude/settings.local.json; one in any of the files counts at once",
    source: `${document}, "Override skill visibility"; ${settings}, "When edits take effect"`,
  },
  {
    claim: "description and when_to_use together are cut at 1,536 characters in the catalog",
    source: `${document}, "Frontmatter reference"`,
    program:
      "Counts as JavaScript does, after angle brackets are escaped; skillListingMaxDescChars sets another number.",
  },
  {
    claim:
      "The catalog has 1 % of the context window, at four characters a token: descriptions of the skills used least are left out, never a name",
    source: `${document}: 1% of the context window, “starting with the skills you invoke least”; counts as the program keeps them in ~/.claude.json`,
    program: "Counts columns of a terminal, and spares its own skills. skillListingBudgetFraction sets another share.",
    rules: ["budget"],
  },
  {
    claim: "The tools are called Read, Glob, Grep, Write and Edit",
    source: "Claude Code documentation, “Tools reference” (22 August 2026)",
    program: "Has parameters of its own; here each takes what the lab's own tool takes.",
  },
  { claim: "The wording of the catalog, and of what a Skill call answers", source: asked, rules: ["by-model"] },
  {
    claim: "In a row escape sequences are gone, what shows nothing is one blank, and angle brackets are escaped",
    source: asked,
  },
  {
    claim: "The description of the tool Skill",
    source: `${asked}; all but its first sentence is known here by its length and its hash`,
  },
  {
    claim:
      "Models of 5 and later are told in a message of the role system, the newest without the reminder's wrapper, and have 30,000 characters for it",
    source: `${asked} (trees model-…)`,
    program: "In this lab every model is told in the person's message.",
  },
  {
    claim: "The reminder and the instructions follow in the same message",
    source: "A choice of this lab",
    program: "Sends messages of their own.",
  },
  {
    claim:
      "A message that names a skill behind a slash comes with a note for the model; a line that calls nothing is told with its words",
    source: inTerminal,
    program: "Tells nothing of such a name when it is started with -p.",
    rules: ["by-person"],
  },
  {
    claim: "/reload-skills tells how many skills there are, and how many are new or gone",
    source: inTerminal,
    program: "Counts its own skills, too, and sends what a command printed with the next message.",
  },
  {
    claim: "A skill called again sends its text again",
    source: "A choice of this lab's chat",
    program: "Sends a short note where the text is the same as before, and says so where it is not (2.1.330).",
  },
  {
    claim: "$ARGUMENTS, $ARGUMENTS[N], $N from 0 with shell quoting, $name; ARGUMENTS: … where none got an argument",
    source: `${document}, "Available string substitutions"; how words are split, and the last: ${asked}`,
  },
  {
    claim: "CLAUDE_SKILL_DIR and CLAUDE_PROJECT_DIR are filled, in a plugin CLAUDE_PLUGIN_ROOT; other variables stay",
    source: `${document}, "Available string substitutions"`,
    program: "Fills the session's id, its effort and the plugin's data folder, too; this lab has none of these.",
  },
  {
    claim: "Commands after ! are not run: what the documentation shows for a policy stands in their place",
    source: `${document}, "Inject dynamic context"`,
  },
  {
    claim: "Up to six skills named at the start of a line are loaded, each with what follows the last as its arguments",
    source: `${document}, "Pass arguments to skills"`,
    program: "Stops at a skill that runs in a subagent, too.",
  },
  { claim: "/skills prints a list", source: "A choice of this lab: Claude Code opens a menu" },
  {
    claim: "Reading outside the working folder, in ~/.claude/skills too, asks first",
    source:
      'Claude Code documentation, "Configure permissions" (read on 22 November 2026); skill folders: a choice of this lab',
  },
  {
    claim: "Changed skills are noticed in the session, and the whole list is told again",
    source: `${document}, "Live change detection"`,
    program: "Watches no skills folder that was not there at the start, and tells only of the skills that changed.",
  },
];
