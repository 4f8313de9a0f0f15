import type { Difference } from "./compare.ts";
import type { Told } from "./told.ts";
import type { Tree } from "./tree.ts";

/** A known difference, and its reason. */
export interface Explanation {
  readonly id: string;
  readonly reason: string;
}

/** Runs the engine on another tree. */
export type TellOurs = (tree: Tree) => Told;

interface Rule extends Explanation {
  readonly programs: readonly string[];
  fits(difference: Difference, tree: Tree, tellOurs: TellOurs): boolean;
}

const rules: readonly Rule[] = [
  {
    id: "command-of-the-program",
    reason:
      "A command that has nothing to do with skills: the lab says that it does not run it, the program runs it or says why not.",
    programs: ["claude-code", "qwen-code"],
    fits: ({ about, ours, real }) =>
      about === "line" &&
      ((ours.endsWith("This lab does not run it.") && /^\[printed\] |^\nYou are Qwen Code/.test(real)) ||
        (ours.startsWith("[printed] ") && /^\[printed\] (?:$|Context cleared\.)/.test(real))),
  },
  {
    id: "skill-of-the-program",
    reason: "The text of a skill that the program brings along is its maker's, and is not copied.",
    programs: ["claude-code"],
    fits: ({ about, real, ours }) =>
      (about === "line" || about === "results") &&
      /(?:<command-name>\/|Launching skill: |Skill \/)(init|security-review|review|run|loop|dataviz)\b/.test(real) &&
      /^\/|Unknown skill: /.test(ours),
  },
  {
    id: "runs-commands-in-texts",
    reason:
      "It runs the commands in a skill's text, or says why not. The lab runs none, and shows what it shows where its settings forbid that.",
    programs: ["claude-code"],
    fits: ({ about, real, ours }, tree) =>
      (about === "line" || about === "results") &&
      holds(tree, /!`|```!/) &&
      (real.includes("Shell command permission check failed") || isFilledIn(ours, real)),
  },
  {
    id: "asks-for-another-model",
    reason:
      "A skill whose frontmatter names a model is answered by that one, and newer models are told of skills in another layout.",
    programs: ["claude-code"],
    fits: ({ about }, tree) =>
      ["tool", "stands", "catalog", "later", "results"].includes(about) &&
      tree.line !== undefined &&
      holds(tree, /^model: /m),
  },
  {
    id: "conversation-of-its-own",
    reason:
      "A skill with context: fork runs in a conversation of its own, in which its text is the person's message. The lab has one conversation, and shows the text there.",
    programs: ["claude-code"],
    fits: ({ about, real, ours }, tree) =>
      (about === "line" ? real !== "" && ours.endsWith(real) : real.includes("completed (forked execution)")) &&
      holds(tree, /^context: fork\r?$/m),
  },
  {
    id: "command-without-terminal",
    reason:
      "Started without a terminal, it runs one command of its own, /init, whose text is its maker's, and is not copied.",
    programs: ["gemini-cli"],
    fits: ({ about, ours }) => about === "line" && /^\/init\b/.test(ours),
  },
  {
    id: "order-of-chance",
    reason: "It reads the files of one root at the same time, and lists them in whichever order they come.",
    programs: ["gemini-cli"],
    fits: ({ about, at, real, ours }) => {
      const isList = about === "tool" || (about === "catalog" && at === "order");
      return (
        isList &&
        [...real.replace(/"sha256":".*"/, "")].sort().join("") ===
          [...ours.replace(/"sha256":".*"/, "")].sort().join("")
      );
    },
  },
  {
    id: "chance-of-case",
    reason:
      "It finds a skill in any case of letters, and of several that differ in case alone the one that chance has listed first.",
    programs: ["gemini-cli"],
    fits: ({ about, real }, tree) => {
      const asked = /^<activated_skill name="(.*)">/.exec(real)?.[1]?.toLowerCase();
      const names = Object.values(tree.files).map((text) => /^name: *"?(.*?)"?$/m.exec(text)?.[1]?.toLowerCase());
      return about === "results" && asked !== undefined && names.filter((name) => name === asked).length > 1;
    },
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
    id: "one-of-a-name",
    reason:
      "It reads all files at the same time, and of several of one name the one stays that is read last, which is chance. What it tells is word for word what the engine tells where that one is alone.",
    programs: ["opencode"],
    fits: ({ about, at, real }, tree, tellOurs) => {
      const name = /<name>(.*?)<\/name>|<skill_content name="(.*?)">/.exec(real)?.slice(1).join("");
      return (
        name !== undefined &&
        withOneOf(tree, name).some((alone) => {
          const told = tellOurs(alone);
          return about === "catalog" ? told.catalog?.includes(real) : told.results[Number(at) - 1] === real;
        })
      );
    },
  },
  {
    id: "files-as-they-come",
    reason:
      "It lists up to ten files of a skill's folder as the program rg finds them, which looks in several at a time.",
    programs: ["opencode", "kilo"],
    fits: ({ about, real, ours }, tree) => {
      const files = filesTold(real);
      const isAll = files.length < mostFilesTold;
      const isThere = (file: string) =>
        Object.keys(tree.files).some((path) => file.endsWith(path.split("/").at(-1) ?? ""));
      return (
        about === "results" &&
        files.length === filesTold(ours).length &&
        withoutFilesTold(real) === withoutFilesTold(ours) &&
        (isAll ? files.toSorted().join() === filesTold(ours).toSorted().join() : files.every(isThere))
      );
    },
  },
  {
    id: "reads-nothing-outside",
    reason:
      "Started without a terminal, it can ask nobody whether a file outside of the working folder may be read, and ends there: no call comes to be.",
    programs: ["opencode", "kilo"],
    fits: ({ about, real }, { cwd = "app", reads = [] }) =>
      about === "results" && real === "" && reads.some((path) => !path.startsWith(`${cwd}/`)),
  },
  {
    id: "command-file-that-is-refused",
    reason:
      "Files in its folders of commands are no skills, and are not read here. One whose frontmatter it refuses ends the program before it asks a model for anything.",
    programs: ["opencode", "kilo"],
    fits: ({ about, real }, { files }) => {
      const path = /Configuration is invalid at \S*?\/((?:app|home)\/.*\/commands?\/.*\.md): /.exec(real)?.[1];
      return about === "line" && path !== undefined && Object.hasOwn(files, path);
    },
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
    id: "folder-that-is-a-file",
    reason: "Where its own folder is a file it ends before it asks a model for anything.",
    programs: ["opencode", "kilo"],
    fits: ({ about, real }, { files }) => about !== "line" && real === "" && Object.hasOwn(files, "app/{own}"),
  },
  {
    id: "settings-that-are-not-read",
    reason:
      "A setting that adds folders of skills, takes the tool or the list away, or moves the project's bounds: the lab reads settings that turn skills on and off.",
    programs: ["codex", "pi", "qwen-code", "opencode", "kilo", "copilot-cli"],
    fits: (_, { files }) =>
      Object.entries(files).some(
        ([path, text]) => /(?:settings|config|opencode|kilo)\.(?:json|toml)$/.test(path) && unreadSettings.test(text),
      ),
  },
  {
    id: "tool-or-room-by-settings",
    reason:
      "A rule about its whole tool takes the tool and the list away, or asks before each use, and a variable in its settings changes the list's room: the lab reads rules about single skills.",
    programs: ["claude-code"],
    fits: ({ about }, { files }) =>
      Object.entries(files).some(([path, text]) => {
        if (!/\/settings(?:\.local)?\.json$/.test(path)) return false;
        if (about === "catalog" && text.includes("SLASH_COMMAND_TOOL_CHAR_BUDGET")) return true;
        return about !== "catalog" && /"(?:deny|ask)":\["Skill(?:\(\*\))?"/.test(text);
      }),
  },
  {
    id: "nothing-in-a-list",
    reason: "Of a list for a description it tells no null, for which JavaScript prints nothing behind a comma.",
    programs: ["qwen-code"],
    fits: ({ about, real, ours }) => about === "catalog" && real === ours.replace(", (", " ("),
  },
  {
    id: "comma-behind-the-last",
    reason: "Its settings may have comments, and no comma behind the last entry, which is forgiven here.",
    programs: ["qwen-code"],
    fits: (_, { files }) => /,\s*[}\]]/.test(files["app/.qwen/settings.json"] ?? ""),
  },
  {
    id: "ignore-files",
    reason:
      "It passes over what .gitignore, .ignore and .fdignore in a folder of skills name, which are not read here.",
    programs: ["pi"],
    fits: ({ about }, { files }) =>
      (about === "catalog" || about === "stands") &&
      Object.keys(files).some((path) =>
        /\/skills\/(?:.*\/)?\.(?:git|fd)?ignore$|^\{project\}\/\.gitignore$/.test(path),
      ),
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
    id: "workflows",
    reason:
      "Scripts in a plugin's folder of workflows are no skills: it lists them among these, and they are left out here.",
    programs: ["claude-code"],
    fits: ({ about, real, ours }, { files }) => {
      const [, plugin, name] = /^- ([^\s:]+):([^\s:]+)/.exec(real) ?? [];
      const isScript = (path: string) => path.includes(`/${plugin}/`) && path.endsWith(`/workflows/${name}.js`);
      return about === "catalog" && ours === "" && name !== undefined && Object.keys(files).some(isScript);
    },
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
  {
    id: "no-key-before-a-marked-key",
    reason:
      "Its reader passes over a line that is no key in front of a key marked with a question mark. YAML calls that a fault, and so does the engine.",
    programs: ["claude-code"],
    fits: ({ about }, tree) => ["catalog", "line", "results"].includes(about) && holds(tree, /^[a-z]+:[a-z]+\n\? /m),
  },
  {
    id: "registry-of-another-kind",
    reason: "Its list of installed plugins in a form that no release of this year writes: only version 2 is read here.",
    programs: ["claude-code"],
    fits: (_, { files }) => {
      const text = files["home/.claude/plugins/installed_plugins.json"] ?? "";
      return /"version":[13]|"scope":"(?!user|project|local|managed)/.test(text);
    },
  },
  {
    id: "text-that-looks-like-a-bool",
    reason:
      "Paths that are a bool or a number in quotes are a pattern for it, and the engine takes them for no pattern.",
    programs: ["claude-code"],
    fits: ({ about }, tree) =>
      (about === "catalog" || about === "results") && holds(tree, /^paths: ["'](?:true|false|[\d.]+)["']/m),
  },
  {
    id: "equal-in-a-dictionary",
    reason: "Two names that a dictionary takes for one stand in the order in which the disk lists their folders.",
    programs: ["claude-code"],
    fits: ({ about, at, real, ours }) =>
      about === "catalog" && at === "order" && namesIn(real).join("\n") === namesIn(ours).join("\n"),
  },
  {
    id: "asks-before-tools",
    reason:
      "A skill that brings tools, a model or an effort along needs a person's word, whom a program without a terminal cannot ask.",
    programs: ["claude-code"],
    fits: ({ about, real, ours }, { files }) => {
      const [, asked, name] =
        /^Execute skill: (.+)\. The user can add the allow rule Skill\((.+)\) to /.exec(real) ?? [];
      const file = (path: string) => path.endsWith(`/${name}/SKILL.md`) || path.endsWith(`/${name}.md`);
      return (
        about === "results" &&
        ours.startsWith(`Launching skill: ${asked}\n`) &&
        Object.entries(files).some(([path, text]) => file(path) && bringsAlong.test(text))
      );
    },
  },
];

/** Keys of such settings, and an entry that ends the program, as it says nothing of being on. */
const unreadSettings =
  /include_instructions|project_root_markers|"skills": ?\[|"packages"|"directories"|"paths"|"exclude"|"permissions?"|"tools"|skill_?[dD]irectories|\{ name = "gamma" \}/;

const notRun = "[shell command execution disabled by policy]";

/** Whether `real` is `ours` with other texts where commands were not run; only the answer to a second call may be another. */
function isFilledIn(ours: string, real: string): boolean {
  const parts = ours.split(notRun).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (parts.length > 1) return new RegExp(`^${parts.join("[\\s\\S]*")}$`).test(real);
  return ours.includes(" is already loaded above; instructions unchanged.") && real.includes("(Re-invocation of /");
}

/** Keys of what needs a person's word. */
const bringsAlong = /^((dis)?allowed-tools|model|effort|hooks|agent|shell):/m;

/** The names of a list's rows, Unicode-normalised. */
function namesIn(list: string): readonly string[] {
  return list.split("\n").map((row) => row.normalize("NFC").replace(/: .*/, ""));
}

function holds({ files }: Tree, pattern: RegExp): boolean {
  return Object.values(files).some((text) => pattern.test(text));
}

/** Variants of the tree with only one of the files of this name, each with all links and with any one of them left out. */
function withOneOf(tree: Tree, name: string): readonly Tree[] {
  const named = Object.keys(tree.files).filter(
    (path) => /^name: *"?(.*?)"?$/m.exec(tree.files[path] ?? "")?.[1] === name,
  );
  const links = Object.keys(tree.links ?? {});
  const left = [links, ...links.map((gone) => links.filter((each) => each !== gone)), []];
  return named.flatMap((path) => {
    const others = named.filter((each) => each !== path);
    return left.map((kept) => ({
      ...tree,
      files: only(tree.files, (each) => !others.includes(each)),
      links: only(tree.links ?? {}, (each) => kept.includes(each)),
    }));
  });
}

function only(byPath: Readonly<Record<string, string>>, keeps: (path: string) => boolean): Record<string, string> {
  return Object.fromEntries(Object.entries(byPath).filter(([path]) => keeps(path)));
}

const mostFilesTold = 10;
const fileTold = /^<file>.*<\/file>$/gm;

function filesTold(result: string): readonly string[] {
  return (result.match(fileTold) ?? []).map((line) => line.slice("<file>".length, -"</file>".length));
}

function withoutFilesTold(result: string): string {
  return result.replace(fileTold, "");
}

/** The reason of a difference; `undefined` if nobody has written one down. */
export function explanationOf(
  program: string,
  tree: Tree,
  difference: Difference,
  tellOurs: TellOurs,
): Explanation | undefined {
  return rules.find((rule) => rule.programs.includes(program) && rule.fits(difference, tree, tellOurs));
}
