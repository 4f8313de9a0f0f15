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
    id: "settings-that-end-it",
    reason:
      "Settings of a project that its person trusts end it, too, and so does a profile in them; the lab goes on without these.",
    programs: ["codex"],
    fits: ({ about, real }, tree) => {
      const isInProject = Object.keys(tree.files).some((path) => path.startsWith("app/.codex/config.toml"));
      if (about !== "line") return real === "" && isInProject && holds(tree, /^trust_level = "trusted"/m);
      return /^\[printed\] Error(?: loading|:)/.test(real) && (isInProject || holds(tree, /^profile = /m));
    },
  },
  {
    id: "folder-of-its-own-skills",
    reason: "It empties the folder of its own skills at every start. Where it is mounted here, it has these skills.",
    programs: ["codex"],
    fits: (difference, tree, tellOurs) => {
      const own = "home/.codex/skills/.system";
      const isOwn = (path: string) => path === own || path.startsWith(`${own}/`);
      if (![tree.files, tree.links].some((paths) => Object.keys(paths ?? {}).some(isOwn))) return false;
      const emptied = (paths: Readonly<Record<string, string>> = {}) =>
        Object.fromEntries(Object.entries(paths).filter(([path]) => !isOwn(path)));
      return isToldOf(tellOurs({ ...tree, files: emptied(tree.files), links: emptied(tree.links) }), difference);
    },
  },
  {
    id: "held-by-its-suggestions",
    reason:
      "While its list of suggestions is open, Enter takes one of them: a line that ends with a name that nothing has is not sent until that is closed. The lab's list of suggestions closes itself.",
    programs: ["codex"],
    fits: ({ about, real, ours }, { isTerminal }) =>
      about === "line" && isTerminal === true && real.startsWith(printedMark) && /^\$\w+$/.test(ours),
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
    id: "file-of-extensions",
    reason:
      "It ends where its file of extensions that are off is no JSON, has an entry without rules, or two names that differ in case alone; the lab reads the first, or nothing.",
    programs: ["qwen-code"],
    fits: ({ real }, { files }) =>
      (real === "" || real.includes("An unexpected critical error occurred:")) &&
      isRefused(files["home/.qwen/extensions/extension-enablement.json"]),
  },
  {
    id: "commands-that-are-off",
    reason: "Its settings can turn off what a person calls by name, skills too: they are not read here.",
    programs: ["qwen-code"],
    fits: ({ about, real }) => about === "line" && real.endsWith(" is disabled by the current configuration."),
  },
  {
    id: "list-over-an-object",
    reason: "A list in a project's settings takes the place of the person's object, and here both are read.",
    programs: ["qwen-code"],
    fits: ({ about }, { files }) =>
      about === "results" && /"skills":\s*\[/.test(files["app/.qwen/settings.json"] ?? ""),
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
    id: "reader-of-manifests",
    reason:
      "Its reader of JSON takes a list of one text, or of none, for a manifest that says nothing but a name, and refuses one that has a key twice, or in both spellings.",
    programs: ["codex"],
    fits: (_, { files }) =>
      Object.entries(files).some(
        ([path, text]) =>
          path.endsWith("/plugin.json") &&
          /^\s*\[\s*(?:"[^"]*"\s*)?\]\s*$|"(\w+?)(?:URL|Url)?":[^{}]*,\s*"\1(?:URL|Url)?":/.test(text),
      ),
  },
  {
    id: "values-by-their-tags",
    reason: "A tag of YAML makes a date of a value, or none: here both are read as texts.",
    programs: ["pi", "qwen-code", "cline"],
    fits: (_, tree) => holds(tree, /^[\w-]+: *!!(?:timestamp|merge)\b/m),
  },
  {
    id: "signs-of-addresses",
    reason:
      "It keeps paths as addresses, which hold no tab and no line break, and write a backslash as a slash: such folders are lost or printed otherwise.",
    programs: ["codex"],
    fits: ({ about, real, ours }) =>
      about === "catalog" && (real === ours.replaceAll("\\", "/") || (real === "" && /\(file: [^)]*[\t\n]/.test(ours))),
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
    id: "command-files",
    reason:
      "Files in .qwen/commands are no skills: they are read by rules of their own, and told in a list of their own, which is left out here. They hide skills of their name from a person, and the tool takes their names.",
    programs: ["qwen-code"],
    fits: ({ about, real }, tree) => {
      const names = Object.keys(tree.files).flatMap((path) => {
        const name = /\/commands\/(.+)\.md$/.exec(path.replace("{own}", "app/.qwen"))?.[1];
        return name === undefined ? [] : [name.replaceAll(":", "_").replaceAll("/", ":")];
      });
      if (about === "line") return names.some((name) => tree.line?.trim().slice(1).trim().split(/\s/)[0] === name);
      if (about !== "results") return false;
      return (
        names.some((name) => tree.calls?.some(([asked]) => asked === name)) ||
        names.some((name) => real.includes("not found. Available skills: ") && real.split(/: |, /).includes(name))
      );
    },
  },
  {
    id: "states-in-an-extension",
    reason:
      "An extension's manifest may say which of its skills are off, and a list of those that are off may name one without its extension: both are not read here.",
    programs: ["qwen-code"],
    fits: ({ real }, { files }) =>
      Object.entries(files).some(
        ([path, text]) =>
          (path.endsWith("/qwen-extension.json") && text.includes('"skillStates"')) ||
          ((real === "" || real.includes(" is disabled. ")) && text === '{"skills":{"disabled":["one"]}}'),
      ),
  },
  {
    id: "left-of-an-install",
    reason:
      "It passes over folders that an installation leaves behind, by the ends of their names, which are not known here.",
    programs: ["qwen-code"],
    fits: ({ about }, { files }) =>
      about === "catalog" && Object.keys(files).some((path) => /\.(?:backup|installing)-\d+-\d+\//.test(path)),
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
    id: "nothing-in-a-list",
    reason: "Of a list for a description it tells no null, for which JavaScript prints nothing behind a comma.",
    programs: ["qwen-code"],
    fits: ({ about, real, ours }) => about === "catalog" && real === ours.replace(", (", " ("),
  },
  {
    id: "middle-of-an-answer",
    reason:
      "Of an answer of 25,000 to 28,000 characters, or of more than a thousand lines, it leaves out lines in the middle. Here it is told whole.",
    programs: ["qwen-code"],
    fits: ({ about, real, ours }) =>
      about === "results" && withoutMiddleLines(ours) === real.replace(/^[\s\S]*?\n\n.*:\n/, ""),
  },
  {
    id: "tags-in-a-beginning",
    reason:
      "In the beginning of an answer that is put into a file it escapes the tags that its own texts are wrapped in.",
    programs: ["qwen-code"],
    fits: ({ about, real, ours }) => {
      const escaped = (text: string) => text.replace(/<(\/?(?:persisted-output|system-reminder))>/g, "&lt;$1&gt;");
      return about === "results" && ours.startsWith("<persisted-output>") && escaped(real) === escaped(ours);
    },
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
    id: "folder-that-is-not-trusted",
    reason: "Where its settings ask whom to trust, a folder is trusted by nobody here, and it asks before each skill.",
    programs: ["qwen-code"],
    fits: ({ about }, tree) => about === "results" && holds(tree, /"folderTrust"/),
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
    id: "marketplace-of-the-program",
    reason:
      "Of its own marketplace, openai-curated, it asks its maker's host, which is out of reach here, and tells of none of its plugins.",
    programs: ["codex"],
    fits: ({ about }, { files }) =>
      (about === "catalog" || about === "stands") &&
      Object.keys(files).some((path) => path.includes("/plugins/cache/openai-curated/")),
  },
];

/** Whether this is no file of extensions that are off, as Qwen Code writes it. */
function isRefused(text = "{}"): boolean {
  try {
    const entries = Object.entries(JSON.parse(text) as Readonly<Record<string, Partial<Record<"overrides", unknown>>>>);
    const names = entries.map(([name]) => name.toLowerCase());
    return new Set(names).size < names.length || entries.some(([, entry]) => !Array.isArray(entry.overrides));
  } catch {
    return true;
  }
}

/** Keys of such settings, and an entry that ends the program, as it says nothing of being on. */
const unreadSettings =
  /include_instructions|project_root_markers|"packages"|"disabledLevels"|"exclude"|"permissions"|"tools": ?\{"core"|\{ name = "gamma" \}/;

/** Keeps of 25,000 characters and a thousand lines a fifth from the beginning, and the rest from the end. */
function withoutMiddleLines(text: string): string {
  const lines = text.split("\n");
  const most = Math.min(1_000, lines.length);
  const mark = "\n\n---\n... [CONTENT TRUNCATED] ...\n---\n\n";
  const room = 25_000 - mark.length;
  const before = Math.max(Math.floor(most / 5), 1);
  const start = linesWithin(lines.slice(0, before), Math.floor(room / 5), (line, size) => `${line.slice(0, size)}...`);
  const behind = lines.slice(Math.max(lines.length - most + before, start.kept.length)).reverse();
  const end = linesWithin(behind, room - start.size, (line, size) => `...${size > 0 ? line.slice(-size) : ""}`);
  return start.kept.join("\n") + mark + end.kept.reverse().join("\n");
}

function linesWithin(lines: readonly string[], room: number, shortened: (line: string, size: number) => string) {
  const kept: string[] = [];
  let size = 0;
  for (const line of lines) {
    if (size >= room) break;
    const left = room - size;
    const fits = line.length < left;
    if (fits || left >= 3) kept.push(fits ? line : shortened(line, left - 3));
    size += fits ? line.length + 1 : left;
  }
  return { kept, size };
}
