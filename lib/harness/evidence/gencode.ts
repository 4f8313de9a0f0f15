import type { RuleCode } from "#lib/harness/rules/rules.ts";
import type { Evidence } from "#lib/harness/vocabulary/profile.ts";

const document = "GenCode documentation, skill system (read on 21 November 2026)";
const program = "GenCode program (read on 22 November 2026)";

/** Where each rule of GenCode is written down. */
export const gencodeEvidence: readonly Evidence<RuleCode>[] = [
  {
    claim: "Eight search paths, the project's .gen/skills highest, ~/.claude/skills lowest",
    source: `${document}, "Search Paths (Priority Order)"`,
    program: "Does not read .claude/plugins, and no plugin without installed_plugins.json.",
    rules: ["root", "name-taken"],
  },
  {
    claim: "Between the two plugin paths of one scope the higher priority number wins",
    source: `${document}, "Search Paths (Priority Order)"`,
    program: "Compares scopes, which are equal there: the skill read first stays.",
    rules: ["name-taken"],
  },
  {
    claim:
      "A SKILL.md at any depth, in any case of letters, in hidden folders and node_modules too; links to folders are not followed",
    source: `${program}, skill loader (filepath.Walk)`,
    rules: ["link", "depth", "file-name"],
  },
  {
    claim: "installed_plugins.json names the plugins; their skills are called after the key before its @",
    source: `${document}, "Claude Code Compatibility"; format from the program`,
    rules: ["plugin"],
  },
  {
    claim: "Nothing is required: the folder names a skill that does not name itself; a file without frontmatter loads",
    source: `${program}, skill loader`,
    rules: ["not-empty", "frontmatter", "name", "description"],
  },
  {
    claim: "A broken frontmatter drops the skill without a word",
    source: `${program}, skill loader`,
    rules: ["readable", "encoding", "line-length", "frontmatter-closed", "yaml", "mapping"],
  },
  {
    claim: "allowed-tools given as a text drops the skill, and as a list changes nothing",
    source: `${document}, "SKILL.md Format": allowed-tools is a list of names`,
    program: "Cannot decode a text into its list, and drops the skill without a word; lets the listed tools pass.",
    rules: ["yaml"],
  },
  {
    claim: "Three states: disable, enable, active; only active skills are told to the model",
    source: `${document}, "Skill State Management"`,
    rules: ["state", "catalog"],
  },
  {
    claim: "The states of the project's skills.json win over those of ~/.gen/skills.json, skill by skill",
    source: `${document}, "Skill State Management"`,
    program: "Reads both at start only; a state set in a session holds until then.",
    rules: ["state"],
  },
  {
    claim: "Other keys of skills.json survive a write",
    source: "A choice of this lab: nothing of a person's is lost",
    program: "Keeps the entries of other skills, and loses other top-level keys.",
  },
  {
    claim: "The active skills are told in a <system-reminder> after the first message of a session",
    source: `${document}, "Harness Injection (System-Reminder Channel)"`,
    program:
      "Sends it again after a state is changed in the session and after PostCompact, and before each subagent's first message (collectSubagentReminders); this lab compacts nothing and has no subagents.",
    rules: ["catalog"],
  },
  {
    claim: "Skill(skill, args) finds an exact full name, then the part after the last colon in any case",
    source: `${document}, "Invocation Flow"`,
    program: "Takes any of several partial hits; here it is the first in byte order.",
    rules: ["by-model"],
  },
  {
    claim: "An enabled skill that is not active may be invoked by the model all the same",
    source: `${document}, "Invocation Flow", step 3`,
    program: "Does so; the state diagram of the same document says that only active ones can.",
    rules: ["by-model"],
  },
  {
    claim: "/name arguments sends the same block without the arguments line, then the line itself",
    source: `${program}, slash commands`,
    rules: ["by-person"],
  },
  {
    claim: "/skill and /skills show the skills and their states",
    source: `${document}, "Creating a Skill", step 4`,
    program: "Knows /skills only, and opens a panel there.",
  },
  {
    claim: "A number under scope: in the frontmatter does not change where a skill ranks",
    source: "A choice of this lab: the field is the program's own",
    program: "Decodes it over the scope of the path.",
  },
  {
    claim: "The tools that read and write a file are called Read and Write, the others as in this lab",
    source: `${document}, allowed-tools of its example; the others: a choice of this lab`,
  },
  {
    claim: "What a model may read and write is asked as in other harnesses here",
    source: "A choice of this lab: the document is silent",
  },
];
