import { printedMark } from "../told.ts";
import type { Tree } from "../tree.ts";
import { holds, type Rule } from "./rule.ts";

/** Gemini CLI. */
export const ofGeminiCli: readonly Rule[] = [
  {
    id: "first-invalid-file",
    reason:
      "Where it ends, it first tells of the first file with a wrong value, also if it would have gone on with that one.",
    programs: ["gemini-cli"],
    fits: ({ about, real, ours }) =>
      about === "line" && [real, ours].every((text) => text.startsWith("[printed] Invalid configuration in ")),
  },
  {
    id: "ends-in-other-words",
    reason: "Where its experiments are null, it ends with an error of JavaScript, and tells of no file.",
    programs: ["gemini-cli"],
    fits: ({ about, real, ours }, tree) =>
      about === "line" &&
      real.startsWith("[printed] An unexpected critical error occurred:") &&
      ours.startsWith("[printed] Invalid configuration in ") &&
      holds(tree, /"experimental":\s*null/),
  },
  {
    id: "folder-that-is-missing",
    reason:
      "It ends where a folder that its settings add to the working folder is not there, which is not looked at here.",
    programs: ["gemini-cli"],
    fits: ({ real }, tree) =>
      (real === "" || real.startsWith(printedMark)) && holds(tree, /"includeDirectories":\s*(?:\[\s*)?"/),
  },
  {
    id: "variables-in-settings",
    reason: "In its settings it fills in variables of the environment, for which the lab has no values.",
    programs: ["gemini-cli"],
    fits: (_, { files }) =>
      Object.entries(files).some(([path, text]) => path.endsWith("/settings.json") && /\$\{\w+:-/.test(text)),
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
    id: "tool-without-skills",
    reason:
      "Where all skills are off, its own too, it still offers its tool, which has no list of names then: it refuses none, and finds none or one that is off.",
    programs: ["gemini-cli"],
    fits: ({ about, real }, tree) =>
      holds(
        tree,
        /"skills":\s*\{[^{}]*"enabled":\s*false|"disabled":\s*\[[^\]]*"skill-creator",\s*"antigravity-support"/,
      ) &&
      (about === "results" || (about === "tool" && real.includes("No skills are currently available."))),
  },
  {
    id: "off-before-it-reads",
    reason: "Where all skills are off it does not look at the list of those that are, which may be none then.",
    programs: ["gemini-cli"],
    fits: ({ about, ours }, tree) =>
      about === "line" &&
      ours.startsWith("[printed] Invalid configuration in ") &&
      holds(tree, /"skills":\s*\{[^{}]*"enabled":\s*false/) &&
      holds(tree, /"disabled":\s*(?!\[\s*["\]]|")/),
  },
  {
    id: "own-skill-off",
    reason: "Its list of skills that are off may name one of its own: the lab shows these as they are by default.",
    programs: ["gemini-cli"],
    fits: ({ about }, tree) =>
      about === "tool" && holds(tree, /"disabled":\s*\[[^\]]*"(?:skill-creator|antigravity-support)"/),
  },
  {
    id: "own-skills-off",
    reason:
      "A number or a text that turns all skills off leaves its tool, without its own skills, which the lab lists.",
    programs: ["gemini-cli"],
    fits: ({ about }, tree) => ["tool", "results"].includes(about) && holds(tree, /"enabled":(?:0|"(?:false)?")/i),
  },
  {
    id: "ends-at-start",
    reason: "Two extensions of one name end it before it asks a model for anything.",
    programs: ["gemini-cli"],
    fits: ({ real }, tree) => real === "" && hasTwoOfAName(tree),
  },
  {
    id: "tool-taken-by-an-extension",
    reason: "An extension may take tools away, the one for skills too, which is not read here.",
    programs: ["gemini-cli"],
    fits: (_, tree) => holds(tree, /"excludeTools"/),
  },
  {
    id: "filled-texts-of-extensions",
    reason: "In the texts of an extension's skills it fills in the extension's folder and the working folder.",
    programs: ["gemini-cli"],
    fits: ({ ours }) => /\$\{(?:extensionPath|workspacePath|pathSeparator|\/)\}/.test(ours),
  },
  {
    id: "command-files-in-toml",
    reason: "Files in .gemini/commands are no skills, and are not read here.",
    programs: ["gemini-cli"],
    fits: ({ about, ours }, { files }) => {
      const [, asked] = /^\/\s*(\S+)/.exec(ours) ?? [];
      return (
        about === "line" &&
        asked !== undefined &&
        Object.hasOwn(files, `app/.gemini/commands/${asked.replaceAll(":", "/")}.toml`)
      );
    },
  },
  {
    id: "content-of-files-in-a-line",
    reason: "It adds the content of files that a line names after an @.",
    programs: ["gemini-cli"],
    fits: ({ about, real, ours }) =>
      about === "line" && real.startsWith(`${ours}\n\n--- Content from referenced files ---`),
  },
  {
    id: "line-in-a-call",
    reason:
      "It reads a model's answer line by line, and one of Unicode's line breaks in a call ends the line: the call is lost.",
    programs: ["gemini-cli"],
    fits: ({ about }, { calls = [] }) =>
      about === "results" && calls.some(([name]) => /[\u2028\u2029\u0085]/.test(name)),
  },
];

function hasTwoOfAName({ files }: Tree): boolean {
  const manifests = Object.entries(files).flatMap(([path, text]) =>
    path.endsWith("/gemini-extension.json") ? [text] : [],
  );
  return new Set(manifests).size < manifests.length;
}
