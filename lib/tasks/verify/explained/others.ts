import { printedMark } from "../told.ts";
import { holds, isToldOf, type Rule } from "./rule.ts";

/** All other programs, some together with OpenCode. */
export const ofOthers: readonly Rule[] = [
  {
    id: "settings-in-utf-16",
    reason: "It reads settings that begin with the mark of UTF-16 as such, and here they are no text.",
    programs: ["claude-code", "kilo"],
    fits: (_, { files }) =>
      Object.entries(files).some(([path, text]) => /\.jsonc?$/.test(path) && text.startsWith("\u{10ffff}\u{10fffe}")),
  },
  {
    id: "line-of-blanks",
    reason: "It takes no line of nothing but blanks, and the lab's box sends none.",
    programs: ["claude-code", "cline", "copilot-cli"],
    fits: ({ about, real }, { line }) => about === "line" && line?.trim() === "" && real.startsWith(printedMark),
  },
  {
    id: "carriage-returns",
    reason: "Its YAML reader takes a carriage return alone for no line break, as no other program here does.",
    programs: ["cline"],
    fits: (_, tree) => holds(tree, /^---\n[^\n]*\r[^\n]/),
  },
  {
    id: "drawn-on-its-screen",
    reason:
      "Its list of skills is a dialog there, drawn with keys and counts, and a new conversation clears what was printed. The lab prints both as text.",
    programs: ["claude-code", "gemini-cli", "qwen-code", "pi"],
    fits: ({ about, real, ours }, { isTerminal, line = "" }) =>
      about === "line" &&
      isTerminal === true &&
      [real, ours].every((text) => text.startsWith(printedMark)) &&
      /^\/(?:skills|clear|new)\b/.test(line),
  },
  {
    id: "counts-its-own-skills",
    reason: "After a reload it counts its own skills, which the lab does not have.",
    programs: ["claude-code", "copilot-cli"],
    fits: ({ about, real, ours }, { isTerminal }) => {
      const [said, expected] = [real, ours.slice(printedMark.length)].map((text) => text.replace(/\d+/g, "0"));
      return about === "line" && isTerminal === true && /\d/.test(ours) && said?.includes(expected ?? "") === true;
    },
  },
  {
    id: "tool-turned-off",
    reason:
      "Its settings can turn its tool off, and then it sends the text of a skill that is typed: they are not read here.",
    programs: ["cline"],
    fits: ({ about, real }, tree) =>
      (real === "" || about === "line") && holds(tree, /"disabledTools":\s*\[\s*"skills"/),
  },
  {
    id: "values-by-their-tags",
    reason: "A tag of YAML makes a date of a value, or none: here both are read as texts.",
    programs: ["pi", "qwen-code", "cline"],
    fits: (_, tree) => holds(tree, /^[\w-]+: *!!(?:timestamp|merge)\b/m),
  },
  {
    id: "command-of-the-program",
    reason:
      "A command that has nothing to do with skills: the lab says that it does not run it, the program runs it or says why not.",
    programs: ["claude-code", "qwen-code", "opencode", "kilo", "copilot-cli"],
    fits: ({ about, ours, real }) =>
      about === "line" &&
      ((ours.endsWith("This lab does not run it.") &&
        /^\[printed\] (?!.* isn't available in this environment)|^\nYou are Qwen Code|^Create or update `AGENTS|^You are (?:Kilo Code|a code reviewer)/.test(
          real,
        )) ||
        (ours.startsWith("[printed] ") && /^\[printed\] (?:$|Context cleared\.)/.test(real))),
  },
  {
    id: "word-without-terminal",
    reason: "Started without a terminal, it takes a line of one word for a command of its own, and sends it to nobody.",
    programs: ["cline"],
    fits: ({ about, real }) => about === "line" && real.includes("Unknown command or unquoted prompt: "),
  },
  {
    id: "white-space-around-a-line",
    reason: "It sends a line without the white space around it, and a chat sends what is typed.",
    programs: ["cline"],
    fits: ({ about, real, ours }) => about === "line" && real === ours.trim(),
  },
  {
    id: "commands-without-frontmatter",
    reason: "A file in .claude/commands without frontmatter is a skill as well; here it is none, as a SKILL.md is not.",
    programs: ["copilot-cli"],
    fits: ({ about }, { files }) =>
      (about === "catalog" || about === "results") &&
      Object.entries(files).some(
        ([path, text]) => /\/\.claude\/commands\/[^/]+\.md$/i.test(path) && !text.startsWith("---"),
      ),
  },
  {
    id: "plugins-of-its-own",
    reason:
      "It lists skills and commands of the plugins that ~/.copilot/config.json names, and of those in marketplaces on this disk that its settings turn on: neither is read here.",
    programs: ["copilot-cli"],
    fits: ({ about, real, ours }, { files }) => {
      const has = (path: string, key: string) => files[`home/.copilot/${path}.json`]?.includes(`"${key}"`);
      if (real === "" || !(has("config", "installedPlugins") || has("settings", "extraKnownMarketplaces")))
        return false;
      if (about === "catalog") return ours === "" && real.includes("<location>plugin</location>");
      return about === "results" && ours.includes("not found. Available skills: ");
    },
  },
  {
    id: "state-of-a-wrong-form",
    reason: "A file of its own state in another form than it writes ends it before it asks a model for anything.",
    programs: ["copilot-cli"],
    fits: ({ real }, { files }) => real === "" && Object.hasOwn(files, "home/.copilot/config.json"),
  },
  {
    id: "skills-of-plugins",
    reason:
      "It reads skills of plugins for all agents, in ~/.agents/plugins, and of folders in .cline that its maker's settings manage: neither is read here.",
    programs: ["cline"],
    fits: ({ about }, { files }) =>
      (about === "catalog" || about === "results") &&
      Object.keys(files).some((path) =>
        /^app\/\.cline\/[^/]+\/managed\.json$|^home\/\.agents\/plugins\/[^/]+\/plugin\.json$/.test(path),
      ),
  },
  {
    id: "half-of-a-pair",
    reason: "Half of a surrogate pair is no character: it sends the sign for what is none in its place, or nothing.",
    programs: ["cline", "pi"],
    fits: ({ real, ours }) =>
      real !== ours && [ours.toWellFormed(), ours.replace(/\p{Surrogate}/gu, "")].includes(real),
  },
  {
    id: "repository-that-is-none",
    reason: "Where .git is no whole repository, git tells the program of none: it goes on as without it.",
    programs: ["opencode", "kilo", "cline", "copilot-cli"],
    fits: ({ about }, { files }) =>
      ["tool", "catalog", "stands", "results", "line"].includes(about) &&
      Object.keys(files).some((path) => {
        const at = /^(.*\/\.git)(?:\/|$)/.exec(path)?.[1];
        return at !== undefined && !Object.hasOwn(files, `${at}/objects/`);
      }),
  },
  {
    id: "settings-that-are-not-read",
    reason:
      "A setting that adds folders of skills, takes the tool or the list away, or moves the project's bounds: the lab reads settings that turn skills on and off.",
    programs: ["codex", "pi", "qwen-code", "opencode", "kilo", "gemini-cli"],
    fits: (_, { files }) =>
      Object.entries(files).some(
        ([path, text]) => /(?:settings|config|opencode|kilo)\.(?:json|toml)$/.test(path) && unreadSettings.test(text),
      ),
  },
  {
    id: "description-in-bytes",
    reason: "A description of bytes (!!binary) is no text, and takes its whole list of skills from the model.",
    programs: ["pi"],
    fits: (_, tree) => holds(tree, /^description: *!!binary/m),
  },
  {
    id: "signs-of-a-text",
    reason: "A text in place of the list of skills in its person's settings is read as a list of its characters.",
    programs: ["pi"],
    fits: (_, { files }) => /"skills":"/.test(files["home/.pi/agent/settings.json"] ?? ""),
  },
  {
    id: "fails-at-a-skill",
    reason: "A text in place of a project's list of skills ends it at the first skill of the project, if there is one.",
    programs: ["pi"],
    fits: ({ ours }, { files }) =>
      (ours === "" || ours === "[printed] TypeError") && /"skills": ?"/.test(files["app/.pi/settings.json"] ?? ""),
  },
  {
    id: "globs-with-brackets",
    reason: "Its globs may have alternatives in brackets, as in @(a|b), which are plain characters here.",
    programs: ["pi"],
    fits: (_, tree) => holds(tree, /"skills": ?\["![@+]\(/),
  },
  {
    id: "name-of-one-that-is-off",
    reason: "Of two skills of one name it passes over one that is off, and tells the other; here the name is taken.",
    programs: ["pi"],
    fits: (difference, tree, tellOurs) =>
      holds(tree, /"skills": ?\[(?:[^\]]*,)?"[-!]/) &&
      Object.keys(tree.files).some((path) => {
        const { [path]: text = "", ...files } = tree.files;
        const name = /^name: (.*?)(?: #.*)?$/m.exec(text)?.[1];
        const isTwice = name !== undefined && Object.values(files).some((other) => other.includes(`name: ${name}`));
        return isTwice && isToldOf(tellOurs({ ...tree, files }), difference);
      }),
  },
  {
    id: "files-named-in-a-line",
    reason: "It looks for files that a line names after an @, and sends the line in another form, or not at all.",
    programs: ["pi", "qwen-code"],
    fits: ({ about, real, ours }) =>
      about === "line" && ours.includes("@") && [ours.replace(/(?<=\S)@/g, " @"), ""].includes(real),
  },
  {
    id: "around-a-link",
    reason:
      "It follows a link to the folder around it until the disk refuses, after forty times, and finds the same files again, the deepest first. Here each folder is searched once.",
    programs: ["pi", "opencode", "kilo"],
    fits: ({ about, real, ours }, { links = {} }) =>
      (about === "catalog" || about === "results") &&
      Object.entries(links).some(([path, target]) => {
        const again = `/${path.split("/").at(-1)}`;
        if (target === "..") return /(\/[^/]+\/[^/]+)\1{9}/.test(real);
        return target === "." && real.includes(again.repeat(2)) && real.replaceAll(again, "") === ours;
      }),
  },
  {
    id: "texts-that-fit-no-tag",
    reason:
      "A tag of YAML for numbers, bools or null before a text that is none makes the whole frontmatter faulty to it; here it has no effect.",
    programs: ["copilot-cli"],
    fits: ({ about, real }, tree) =>
      about === "catalog" && real === "" && holds(tree, /(?:^|[:-] )!!(?:int|float|bool|null)(?:\s|$)/m),
  },
  {
    id: "merges-behind-a-question-mark",
    reason: "Behind a question mark it takes `<<` for a key like any other, and here it merges.",
    programs: ["gemini-cli", "opencode", "kilo"],
    fits: (_, tree) => holds(tree, /^\? +<<$/m),
  },
  {
    id: "answers-that-are-gone",
    reason: "Of several answers in one turn that are too long together, it sends its model the last ones alone.",
    programs: ["copilot-cli"],
    fits: ({ about, real }, tree, tellOurs) => {
      const told = tellOurs(tree).results ?? [];
      return about === "results" && told.join("").length > 250_000 && (real === "" || told.includes(real));
    },
  },
];

/** Keys of such settings, and an entry that ends the program, as it says nothing of being on. */
const unreadSettings =
  /include_instructions|project_root_markers|"packages"|"disabledLevels"|"exclude"|"permissions"|"tools": ?\{"core"|\{ name = "gamma" \}/;
