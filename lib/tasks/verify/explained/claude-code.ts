import { isObject, parseJsonObject } from "#lib/harness/go/json.ts";
import { ownCalls, ownSkills } from "#lib/harness/profiles/claude-code/program.ts";
import { settingsShape } from "#lib/harness/profiles/claude-code/settings.ts";
import { fillTemplate } from "#lib/harness/vocabulary/template.ts";
import { resolvePath } from "#lib/vfs/paths.ts";
import { printedMark } from "../told.ts";
import type { Tree } from "../tree.ts";
import { holds, isToldOf, type Rule } from "./rule.ts";

export const ofClaudeCode: readonly Rule[] = [
  {
    id: "skill-of-the-program",
    reason: "The text of a skill that the program brings along is its maker's, and is not copied.",
    programs: ["claude-code"],
    fits: ({ about, real, ours }) =>
      ownSkills.some(({ name: asked }) =>
        about === "results"
          ? real.startsWith(`Launching skill: ${asked}\n\n`) && ours === fillTemplate(ownCalls.launched, { asked })
          : about === "line" &&
            real.startsWith(`<command-message>${asked}</command-message>\n<command-name>/${asked}</command-name>\n`) &&
            ours === printedMark + fillTemplate(ownCalls.typed, { asked }),
      ),
  },
  {
    id: "row-of-the-program",
    reason:
      "Where there is no room, a skill that the program brings along is told by its name alone, which in a tree with a skill of that name could be that one's row.",
    programs: ["claude-code"],
    fits: ({ about, real, ours }, tree, tellOurs) => {
      const isNamed = (name: string) => Object.keys(tree.files).some((path) => path.endsWith(`/${name}/SKILL.md`));
      const rows = ownSkills.filter(({ name }) => isNamed(name)).map(({ name }) => `- ${name}`);
      if (rows.length === 0 || ours !== "") return false;
      if (about === "catalog" && rows.includes(real)) return true;
      // The list's head and its place are there for that row alone.
      const isHead = about === "stands" || (about === "catalog" && /^The following skills .*:\n$/.test(real));
      return isHead && tellOurs(tree).catalog === "";
    },
  },
  {
    id: "workflows",
    reason:
      "It tells its model of workflows, scripts which take room from the rows of skills; a plugin's take the row of its skill or command with their name. The lab reads no script as a skill.",
    programs: ["claude-code"],
    fits: ({ about }, { files }) =>
      (about === "catalog" || about === "stands") &&
      Object.entries(files).some(
        ([path, text]) =>
          /\/(?:\.claude|plugins\/.*)\/workflows\/[^/]+\.js$/.test(path) && /^export const meta\b/m.test(text),
      ),
  },
  {
    id: "runs-commands-in-texts",
    reason:
      "It runs the commands in a skill's text, or says why not. The lab runs none, and shows what it shows where its settings forbid that.",
    programs: ["claude-code"],
    fits: ({ about, real, ours }, tree) =>
      (about === "line" || about === "results") &&
      holds(tree, /!`|```!/) &&
      (/Shell command (?:permission check )?failed for pattern/.test(real) || isFilledIn(ours, real)),
  },
  {
    id: "finds-folders-later",
    reason:
      "Where a file is not there, its answer is ready before it has looked for skills in that folder, and it tells of them after a later call.",
    programs: ["claude-code"],
    fits: ({ about, at, real }, { files, reads = [] }) =>
      about === "later" && real === "" && !Object.hasOwn(files, reads[Number(at) - 1] ?? ""),
  },
  {
    id: "tells-of-settings",
    reason:
      "Where a line is refused in print mode, it tells below the refusal of settings that it has not read. The lab tells that beside the settings.",
    programs: ["claude-code"],
    fits: ({ about, real, ours }) =>
      about === "line" && ours.startsWith(printedMark) && real.startsWith(`${ours}\nThese settings `),
  },
  {
    id: "settings-of-other-kinds",
    reason:
      "It checks every value of its settings, and reads nothing of a file with one that is wrong. The engine checks those about skills.",
    programs: ["claude-code"],
    fits: (difference, tree, tellOurs) => {
      const others = Object.entries(tree.files).filter(([path, text]) => {
        const settings = /\/settings(?:\.local)?\.json$/.test(path) ? parseJsonObject(text) : undefined;
        const { permissions, ...rest } = settings ?? {};
        const keys = [
          ...Object.keys(rest),
          ...Object.keys(isObject(permissions) ? permissions : {}).map((key) => `permissions.${key}`),
        ];
        return keys.every((key) => Object.hasOwn(settingsShape, key));
      });
      if (others.length === Object.keys(tree.files).length) return false;
      return isToldOf(tellOurs({ ...tree, files: Object.fromEntries(others) }), difference);
    },
  },
  {
    id: "model-that-it-does-not-know",
    reason:
      "It tells a model that it does not know what it tells its newest. The lab takes such a model for one behind another program, and keeps to what most of its models are told.",
    programs: ["claude-code"],
    fits: (difference, tree, tellOurs) => {
      if (tree.model === undefined || /claude|opus|sonnet|haiku/.test(tree.model)) return false;
      const told = tellOurs({ ...tree, model: "default" });
      return difference.about === "tool" ? JSON.stringify(told.tool) === difference.real : isToldOf(told, difference);
    },
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
    fits: ({ about, at, real, ours }, tree) => {
      if (about === "line") return real !== "" && ours.endsWith(real) && holds(tree, /^context: fork\r?$/m);
      if (about !== "results") return false;
      if (/^<tool_use_error>Skill .* is already executing in this forked context /.test(real))
        return ours.startsWith("Launching skill: ") && holds(tree, /^context: fork\r?$/m);
      // What the model calls behind it is called in that conversation.
      return real === ""
        ? isBehindFork(tree, Number(at))
        : isForked(tree, Number(at)) && completed.test(real) && ours.startsWith("Launching skill: ");
    },
  },
  {
    id: "behind-a-text-of-nothing",
    reason:
      "A command that had no text at its last call counts as one that has not been called. The lab remembers the call before that.",
    programs: ["claude-code"],
    fits: ({ about, at, real, ours }, tree, tellOurs) =>
      about === "results" &&
      ours.replace(/\n\n\(Re-invocation of .*\)\n/, "") === real &&
      tellOurs(tree)
        .results.slice(0, Number(at) - 1)
        .some((text) => real.startsWith(text) && !text.includes("\n")),
  },
  {
    id: "asks-by-rule",
    reason:
      "A rule in its settings has it ask a person before a skill is used, whom a program without a terminal cannot ask.",
    programs: ["claude-code"],
    fits: ({ about, real, ours }, tree) =>
      about === "results" &&
      ours.startsWith("Launching skill: ") &&
      !real.startsWith("Launching skill: ") &&
      holds(tree, /"ask":\s*\[\s*"Skill/),
  },
  {
    id: "effort-of-the-moment",
    reason:
      "How hard the model is told to think depends on the model, on settings, and on the skills called before: the lab fills in what the skill says, or else high.",
    programs: ["claude-code"],
    fits: ({ real, ours }, tree) => {
      const bare = (text: string) => text.replace(/\b(?:low|medium|high|xhigh|max)\b/g, "");
      return holds(tree, /\$\{CLAUDE_EFFORT\}/) && bare(real) === bare(ours);
    },
  },
  {
    id: "id-of-a-session",
    reason: "Each of its conversations has an id of its own, and the lab's have one for all.",
    programs: ["claude-code"],
    fits: ({ real, ours }, tree) => {
      const bare = (text: string) => text.replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, "");
      return holds(tree, /\$\{CLAUDE_SESSION_ID\}/) && bare(real) === bare(ours);
    },
  },
  {
    id: "suggested-by-label",
    reason:
      "It compares a misspelled name with the name in a skill's frontmatter even where that is one of its own skills', for which the lab has the folder's.",
    programs: ["claude-code"],
    fits: ({ about, real, ours }, tree) => {
      const bare = (text: string) => text.replace(/ Did you mean [^<]*/, "");
      const isOwn = ({ name }: { readonly name: string }) => holds(tree, new RegExp(`^name: *${name}$`, "m"));
      return about === "results" && real !== ours && bare(real) === bare(ours) && ownSkills.some(isOwn);
    },
  },
  {
    id: "one-of-a-label",
    reason:
      "Of several skills of a plugin with one name in their frontmatter, the one counts that the disk lists first.",
    programs: ["claude-code"],
    fits: ({ about, real, ours }, { files }) => {
      const labels = Object.entries(files).flatMap(([path, text]) =>
        path.includes("/plugins/cache/") ? (/^name: *(.+)$/m.exec(text)?.[1] ?? []) : [],
      );
      const label = labels.find((each, index) => labels.indexOf(each) !== index);
      const bare = (text: string) => text.replace(/ \(\w+:\S+\)/, "").replace(/Base directory .*/, "");
      return label !== undefined && ["catalog", "results"].includes(about) && bare(real) === bare(ours);
    },
  },
  {
    id: "large-texts",
    reason: "It fills arguments into no text that becomes longer than 4,000,000 characters by that.",
    programs: ["claude-code"],
    fits: ({ real }) => real.includes("add up to more than 4,000,000 characters"),
  },
  {
    id: "large-files",
    reason: "It reads no SKILL.md of more than a million bytes, and no command of more than 1,048,576.",
    programs: ["claude-code"],
    fits: ({ about, at = "", real }, { files }) => {
      const isLarge = ([path, text]: [string, string]) => text.length > 1_000_000 && path.includes(`/${at}`);
      return about === "catalog" && real === "" && Object.entries(files).some(isLarge);
    },
  },
  {
    id: "main-repository-of-a-worktree",
    reason:
      "In a worktree that lacks a folder of skills or of commands, or a person's settings, those of the main repository count, which its file .git names: no .git is ever mounted here.",
    programs: ["claude-code"],
    fits: (difference, tree, tellOurs) => {
      const linked = withMainRepository(tree);
      if (!linked) return false;
      const { files, main, at } = linked;
      const respelled = (text: string) => text.replaceAll(`/${at}/.claude/`, `/${main}/.claude/`);
      return isToldOf(tellOurs({ ...tree, files }), difference, respelled);
    },
  },
  {
    id: "one-person-settings-of-a-repository",
    reason:
      "A person's own settings of a repository are read from the folder that holds .git, too, when a folder below is the working folder: no .git is ever mounted here.",
    programs: ["claude-code"],
    fits: (difference, tree, tellOurs) => {
      const { files, cwd = "app" } = tree;
      const file = ".claude/settings.local.json";
      const above = cwd.split("/").map((_, index, folders) => folders.slice(0, index).join("/"));
      const root = above.findLast((folder) => `${folder}/.git/HEAD` in files && `${folder}/${file}` in files);
      const text = root === undefined ? undefined : files[`${root}/${file}`];
      if (text === undefined || `${cwd}/${file}` in files) return false;
      return isToldOf(tellOurs({ ...tree, files: { ...files, [`${cwd}/${file}`]: text } }), difference);
    },
  },
  {
    id: "called-before-the-list",
    reason:
      "The skill that the first line calls counts as used before the list is made, and keeps its text where there is no room for all. The lab makes its list before a line is typed.",
    programs: ["claude-code"],
    fits: (difference, tree, tellOurs) => {
      const name = /^\/(\S+)/.exec(tree.line ?? "")?.[1];
      const uses = "home/.claude.json";
      if (difference.about !== "catalog" || name === undefined || uses in tree.files) return false;
      const used = JSON.stringify({ skillUsage: { [name]: { usageCount: 1, lastUsedAt: 1795478400000 } } });
      return isToldOf(tellOurs({ ...tree, files: { ...tree.files, [uses]: used } }), difference);
    },
  },
  {
    id: "excluded-in-git",
    reason: "What .git/info/exclude names is ignored, too: no .git is ever mounted here.",
    programs: ["claude-code"],
    fits: (difference, tree, tellOurs) => {
      const path = Object.keys(tree.files).find((each) => each.endsWith("/.git/info/exclude"));
      if (path === undefined) return false;
      const ignore = path.replace(".git/info/exclude", ".gitignore");
      const files = { ...tree.files, [ignore]: `${tree.files[path]}\n${tree.files[ignore] ?? ""}` };
      return isToldOf(tellOurs({ ...tree, files }), difference);
    },
  },
  {
    id: "commands-in-a-manifest",
    reason:
      "A manifest may hold a plugin's commands by name, each with a text or with a file that has another name: only files named like their commands are read here.",
    programs: ["claude-code"],
    fits: ({ about, real, ours }, tree) => {
      const { files } = tree;
      const manifests = Object.entries(files).flatMap(([path, text]) => {
        const manifest = /\/(?:plugin|marketplace)\.json$/.test(path) ? parseJsonObject(text) : undefined;
        return [manifest, ...(Array.isArray(manifest?.plugins) ? manifest.plugins.filter(isObject) : [])];
      });
      if (!manifests.some((manifest) => isObject(manifest?.commands))) return false;
      if (about === "results") return ours.includes("Unknown skill: ");
      return about === "line" ? ours === (tree.line ?? "") && real.includes("<command-name>/") : ours === "";
    },
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
    reason:
      "Its list of installed plugins in the first form, which no release of this year writes: only version 2 is read here.",
    programs: ["claude-code"],
    fits: (difference, tree, tellOurs) => {
      const { [registry]: text = "", ...others } = tree.files;
      if (!/"version":1/.test(text)) return false;
      // The first version has no lists, and all is for the person.
      const { plugins } = parseJsonObject(text) ?? {};
      const inLists = Object.entries(isObject(plugins) ? plugins : {}).map(([id, install]) => [
        id,
        [{ scope: "user", ...Object(install) }],
      ]);
      const known = { version: 2, plugins: Object.fromEntries(inLists) };
      const files = { ...others, [registry]: JSON.stringify(known) };
      return isToldOf(tellOurs({ ...tree, files }), difference);
    },
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
      // A name with signs gets no rule, and a label may be such a name.
      const [, asked, name = asked] =
        /^Execute skill: (.+)\. The user can add the allow rule Skill\((.+)\) to /.exec(real) ??
        /^Execute skill: (.+)$/.exec(real) ??
        (real.includes(" running in don't ask mode. ") ? /^Launching skill: ((.+))\n/.exec(ours) : null) ??
        [];
      const ends = [`/${name}/SKILL.md`, `/${name}.md`, `/${name?.replaceAll(":", "/")}.md`];
      const label = new RegExp(`^name: *${inPattern(asked ?? "")}(?: #.*)?\\s*$`, "m");
      const file = (path: string, text: string) => ends.some((end) => path.endsWith(end)) || label.test(text);
      return (
        about === "results" &&
        ours.startsWith(`Launching skill: ${asked}\n`) &&
        Object.entries(files).some(([path, text]) => file(path, text) && bringsAlong.test(text))
      );
    },
  },
];

/** A worktree's tree with the main repository's folders of skills, of commands and its settings of one person in place of its own that it lacks. */
function withMainRepository({ files, cwd = "app" }: Tree) {
  const spelled = Object.entries(files).map(([path, text]) => {
    return [path.replace("{project}", "app/{folder}").replace("{folder}", ".claude/skills"), text] as const;
  });
  const [gitFile = "", link = ""] =
    spelled.find(([path, text]) => path.endsWith("/.git") && text.includes("/.git/worktrees/")) ?? [];
  const at = gitFile.replace(/\/\.git$/, "");
  const target = /^gitdir: (.*)\/\.git\/worktrees\//.exec(link)?.[1] ?? "";
  const main = resolvePath(`/mnt/${at}`, target.replace("{world}", "/mnt")).replace("/mnt/", "");
  const isWithin = (path: string) => cwd === path || cwd.startsWith(`${path}/`);
  if (gitFile === "" || !isWithin(at)) return undefined;
  const has = (start: string) => spelled.some(([path]) => path.startsWith(start));
  const kinds = ["skills/", "commands/", "settings.local.json"].filter((kind) => !has(`${at}/.claude/${kind}`));
  const moved = spelled.flatMap(([path, text]) => {
    const kind = kinds.find((each) => path.startsWith(`${main}/.claude/${each}`));
    return kind === undefined ? [] : [[path.replace(main, at), text] as const];
  });
  return { files: Object.fromEntries([...spelled, ...moved]), main, at };
}

const registry = "home/.claude/plugins/installed_plugins.json";

const completed = /Skill ".*" completed \(forked execution\)/;

/** Whether the call of this number is one of a skill with a conversation of its own. */
function isForked({ files, calls = [] }: Tree, at: number): boolean {
  const name = (calls[at - 1]?.[0] ?? "").replace(/^\//, "");
  // The program's own one that has one.
  if (name === "code-review") return true;
  return Object.entries(files).some(([path, text]) => {
    const isNamed = path.endsWith(`/${name}/SKILL.md`) || path.endsWith(`/${name.split(":").at(-1)}.md`);
    return (
      /^context: fork\r?$/m.test(text) && (isNamed || new RegExp(`^name: *${inPattern(name)}\\s*$`, "m").test(text))
    );
  });
}

function isBehindFork(tree: Tree, at: number): boolean {
  return Array.from({ length: at - 1 }, (_, index) => index + 1).some((before) => isForked(tree, before));
}

const notRun = "[shell command execution disabled by policy]";

/** Whether `real` is `ours` with other texts where commands were not run; only the answer to a second call may be another. */
function isFilledIn(ours: string, real: string): boolean {
  const parts = ours.split(notRun).map(inPattern);
  if (parts.length > 1) return new RegExp(`^${parts.join("[\\s\\S]*")}$`).test(real);
  return ours.includes(" is already loaded above; instructions unchanged.") && real.includes("(Re-invocation of /");
}

/** A text as a part of a regular expression. */
function inPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** Keys of what needs a person's word. */
const bringsAlong = /^((dis)?allowed-tools|model|effort|hooks|agent|shell):/m;

/** The names of a list's rows, Unicode-normalised. */
function namesIn(list: string): readonly string[] {
  return list.split("\n").map((row) => row.normalize("NFC").replace(/: .*/, ""));
}
