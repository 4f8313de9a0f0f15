import { printedMark } from "../told.ts";
import { holds, isToldOf, type Rule } from "./rule.ts";

/** Codex. */
export const ofCodex: readonly Rule[] = [
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
    id: "signs-of-addresses",
    reason:
      "It keeps paths as addresses, which hold no tab and no line break, and write a backslash as a slash: such folders are lost or printed otherwise.",
    programs: ["codex"],
    fits: ({ about, real, ours }) => {
      if (about !== "catalog") return false;
      return real === "" ? /\(file: [^)]*[\t\n]/.test(ours) : withSlashes(real) === withSlashes(ours);
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
];

function withSlashes(text: string): string {
  return text.replaceAll("\\", "/");
}
