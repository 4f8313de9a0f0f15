import { dirname, resolvePath } from "#lib/vfs/paths.ts";
import type { Tree } from "../tree.ts";
import { holds, isToldOf, type Rule } from "./rule.ts";

/** OpenCode, and Kilo, which is made from it. */
export const ofOpenCode: readonly Rule[] = [
  {
    id: "one-of-a-name",
    reason:
      "It reads all files at the same time, and of several of one name the one stays that is read last, which is chance. What it tells is word for word what the engine tells where that one is alone.",
    programs: ["opencode", "kilo"],
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
    id: "around-a-circle",
    reason:
      "Around a circle of links it finds each file again and again, until the disk refuses the path, and of all these the one stays that is read last.",
    programs: ["opencode", "kilo"],
    fits: ({ real, ours }, { links = {} }) =>
      real.length > ours.length &&
      [".opencode", ".kilo"].some((own) => straightened(real, links, own) === straightened(ours, links, own)),
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
    id: "packages-kept-from-git",
    reason:
      "It puts packages and a .gitignore that names them into its own folders, so that in a repository such files are not listed beside a skill there.",
    programs: ["opencode", "kilo"],
    fits: (difference, tree, tellOurs) => {
      const own = Object.keys(tree.files).flatMap((path) =>
        [".opencode", ".kilo"].flatMap(
          (folder) => path.replace("{project}", `app/${folder}/`).match(`^(?:.*/)?\\${folder}/`)?.[0] ?? [],
        ),
      );
      const written = Object.fromEntries(own.map((folder) => [`${folder}.gitignore`, packages]));
      return (
        difference.about === "results" &&
        isToldOf(tellOurs({ ...tree, files: { ...written, ...tree.files } }), difference)
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
    fits: ({ about, real }, { files, line }) => {
      const path = /Configuration is invalid at \S*?\/((?:app|home)\/.*\/commands?\/.*\.md)(?:: |$)/.exec(real)?.[1];
      // What it prints is looked at only where a person has typed something.
      if (line === undefined && real === "")
        return Object.keys(files).some((each) => /\/commands?\/.*\.md$/.test(each));
      return about === "line" && path !== undefined && Object.hasOwn(files, path);
    },
  },
  {
    id: "template-that-does-more",
    reason:
      "A skill that a person calls is a template of a command: files and agents that it names after an @ follow as further parts, and what stands in !`…` is run in a shell, with what the person typed in it. Here nothing is run or read for a line.",
    programs: ["opencode", "kilo"],
    fits: ({ about, real, ours }) => {
      if (about !== "line") return false;
      const more = real.startsWith(ours) ? real.slice(ours.length) : "";
      if (/^\n(?:Called the Read tool with| Use the above message and context)/.test(more)) return true;
      const around = ours.split(/!`[^`]+`/);
      return around.length > 1 && around.every((text) => real.includes(text));
    },
  },
  {
    id: "alike-in-a-dictionary",
    reason:
      "Names that a dictionary takes for one, as it does with invisible signs, come in the order in which their files were read, which is chance.",
    programs: ["opencode", "kilo"],
    fits: ({ about, at, real, ours }) =>
      about === "catalog" &&
      at === "order" &&
      /\p{Cf}/u.test(real) &&
      real.split("\n").sort().join() === ours.split("\n").sort().join(),
  },
  {
    id: "command-of-another-agent",
    reason: "It has a command of its own that another agent runs, whose answer comes back as a tool's.",
    programs: ["opencode", "kilo"],
    fits: ({ about, real, ours }) => about === "results" && ours === "" && real.startsWith("<task id="),
  },
  {
    id: "fails-at-settings",
    reason:
      "Where its own code fails at settings, it ends in other words: at a folder in their place, Kilo also at a project's, and where Kilo cannot put a person's into a newer form.",
    programs: ["opencode", "kilo"],
    fits: ({ about, real, ours }) =>
      about === "line" &&
      real.startsWith("[printed] Error: Unexpected error\n\n") &&
      (real.includes("BadResource: FileSystem.readFile") || ours.startsWith("[printed] Error: Conf")),
  },
  {
    id: "asks-a-person",
    reason: "A rule says that a person is asked before a skill is loaded. Nobody is there to answer, and it ends.",
    programs: ["opencode", "kilo"],
    fits: ({ about, real }, tree) => about === "results" && real === "" && holds(tree, /"permission".*"ask"/),
  },
  {
    id: "address-that-is-none",
    reason: "Its own code fails at an address of skills that is none. The lab asks no address, and goes on.",
    programs: ["opencode"],
    fits: ({ real }, tree) =>
      (real === "" || real.includes('"UnknownError"')) && holds(tree, /"urls": ?\["(?!https?:)/),
  },
  {
    id: "settings-that-are-no-object",
    reason: "It says of settings that are JSON and no object that they are invalid, and the lab that they are no JSON.",
    programs: ["opencode", "kilo"],
    fits: ({ about }, tree) => about === "line" && holds(tree, /^(?:\[\]|"x"|null)$/),
  },
  {
    id: "another-agent",
    reason:
      "Its settings choose another agent than build, which has tools and rules of its own, or a file of an agent gives build others.",
    programs: ["opencode", "kilo"],
    fits: (_, tree) =>
      holds(tree, /"default_agent"|"build": ?\{"disable": ?true/) ||
      Object.keys(tree.files).some((path) => /\/agents?\/(?:build|code)\.md$/.test(path)),
  },
  {
    id: "commands-of-a-name",
    reason:
      "A file in its folders of commands, or a command in its settings, hides a skill of its name from a person. Neither is read here.",
    programs: ["opencode", "kilo"],
    fits: ({ about }, { files, line = "" }) =>
      about === "line" &&
      Object.entries(files).some(([path, text]) =>
        path.endsWith(`/${line.slice(1).split(" ")[0]}.md`) ? /\/commands?\//.test(path) : text.includes('{"command":'),
      ),
  },
  {
    id: "prototype",
    reason:
      "It keeps skills by name in an object of JavaScript, which takes __proto__ for no name: such a skill is lost.",
    programs: ["opencode", "kilo"],
    fits: (difference, tree, tellOurs) => {
      const named = Object.entries(tree.files).filter(([, text]) => !/^name: *["']?__proto__["']? *$/m.test(text));
      if (named.length === Object.keys(tree.files).length) return false;
      return isToldOf(tellOurs({ ...tree, files: Object.fromEntries(named) }), difference);
    },
  },
  {
    id: "names-of-every-object",
    reason:
      "It looks commands up in an object of JavaScript, which has some names by itself: a line that calls a skill of such a name is an error.",
    programs: ["opencode", "kilo"],
    fits: ({ about, real }, { line = "" }) =>
      about === "line" && real.startsWith("[printed] ") && (line.slice(1).split(" ")[0] ?? "") in {},
  },
  {
    id: "no-command-of-that-name",
    reason: "Without its terminal it has to be told of a command by name, and one that it does not know is an error.",
    programs: ["opencode", "kilo"],
    fits: ({ about, real, ours }, { line, isTerminal }) =>
      about === "line" && isTerminal === true && ours === line && /^\[printed\] .*Error/s.test(real),
  },
  {
    id: "folder-that-is-a-file",
    reason: "Where its own folder is a file it ends before it asks a model for anything.",
    programs: ["opencode", "kilo"],
    fits: ({ about, real }, { files }) => about !== "line" && real === "" && Object.hasOwn(files, "app/{own}"),
  },
];

/** What the program writes into such a file. */
const packages = ["node_modules", "package.json", "package-lock.json", "bun.lock", ".gitignore"].join("\n");

/** A text whose paths go through no link to a folder. */
function straightened(text: string, links: Readonly<Record<string, string>>, own: string): string {
  const next = Object.entries(links).reduce((all, [path, target]) => {
    const at = `/mnt/${path.replace("{project}", `app/${own}/skills`)}`;
    return all.replaceAll(`${at}/`, `${resolvePath(dirname(at), target.replace("{world}", "/mnt"))}/`);
  }, text);
  return next.length < text.length ? straightened(next, links, own) : next;
}

/** Variants of the tree with only one of the files of this name, each with all links and with any one of them left out, and with a link in its place. */
function withOneOf(tree: Tree, name: string): readonly Tree[] {
  const named = Object.keys(tree.files).filter(
    (path) => /^name: *"?(.*?)"?$/m.exec(tree.files[path] ?? "")?.[1] === name,
  );
  const links = Object.keys(tree.links ?? {});
  const left = [links, ...links.map((gone) => links.filter((each) => each !== gone)), []];
  const onlyIn = (path: string, kept: readonly string[], text = tree.files[path] ?? "") => ({
    ...tree,
    files: { ...only(tree.files, (each) => !named.includes(each)), [path]: text },
    links: only(tree.links ?? {}, (each) => kept.includes(each)),
  });
  return named.flatMap((path) => [
    ...left.map((kept) => onlyIn(path, kept)),
    // A link to the file is one more of the name.
    ...links.map((at) => onlyIn(at, [], tree.files[path])),
  ]);
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
