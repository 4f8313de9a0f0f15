import { holds, type Rule } from "./rule.ts";

/** Qwen Code. */
export const ofQwenCode: readonly Rule[] = [
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
    id: "folder-that-is-not-trusted",
    reason: "Where its settings ask whom to trust, a folder is trusted by nobody here, and it asks before each skill.",
    programs: ["qwen-code"],
    fits: ({ about }, tree) => about === "results" && holds(tree, /"folderTrust"/),
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
