import { basename } from "#lib/vfs/paths.ts";
import { anyOf } from "./any-of.ts";
import { excerptAt, findPatterns, type Pattern } from "./patterns.ts";
import type { Hit, TrustRule } from "./rule.ts";

/** Patterns in text that a harness expands before the model reads it. */
const inText: readonly Pattern[] = [
  {
    needs: anyOf("!`"),
    // Run by Claude Code and similar harnesses: an exclamation mark right before inline code.
    pattern: /(?<![\w`!])!`[^`\n]{2,400}`/g,
    says: "A command that runs when the skill is called, before any model reads it",
    evenIfWarned: true,
  },
];

const inManifests: readonly Pattern[] = [
  {
    needs: anyOf('install"'),
    pattern: /"(?:pre|post)?install"[ \t]{0,2}:[ \t]{0,2}"[^"\n]{2,400}"/g,
    says: "A command that runs when packages are installed",
  },
  {
    needs: anyOf('"command"'),
    pattern: /"command"[ \t]{0,2}:[ \t]{0,2}"(?:[^"\\\n]|\\.){2,400}"/g,
    says: "A command that the harness runs automatically",
  },
];

const commandFiles = /^\/(?:.{0,400}\/)?(?:SKILL\.md|commands\/[^/]{1,120}\.md)$/i;
const harnessFiles =
  /(?:^|\/)(?:hooks\/[\w.-]{1,60}\.json|hooks\.json|\.?mcp(?:_servers)?\.json|settings(?:\.local)?\.json|plugin\.json|\.codex\/[\w-]{1,40}\.json)$/i;

/** Commands that run although neither the person nor the model calls them. */
export const runsByItself: TrustRule = {
  code: "runs-by-itself",
  title: "Something runs automatically",
  why: "The harness itself runs hooks, servers and embedded commands. No model decides, and you are not always asked.",
  level: "note",
  *find(file) {
    if (!file.isText) return;
    const { path } = file;
    const patterns = commandFiles.test(path) ? inText : isManifest(path) ? inManifests : [];
    for (const hit of findPatterns(file, patterns, { level: "note" })) yield withLevel(hit);
    if (/\.pth$/i.test(path)) yield* pthLines(file.text);
  },
};

function isManifest(path: string): boolean {
  return basename(path) === "package.json" || harnessFiles.test(path);
}

/** A command that downloads or hides something is graver than a plain fact. */
function withLevel(hit: Hit): Hit {
  const isOdd =
    /(?<![\w-])(?:curl|wget|base64|nc|eval|iex|powershell)[ \t]|https?:\/\/(?!localhost|127\.)|\/dev\/tcp/i.test(
      hit.excerpt,
    ) && !/"url"/.test(hit.excerpt);
  return isOdd ? { ...hit, level: "look" } : hit;
}

/** Python runs lines of a `.pth` file that begin with `import`, at every start. */
function* pthLines(text: string): Generator<Hit> {
  const at = text.search(/^import[ \t]/m);
  if (at >= 0)
    yield {
      line: text.slice(0, at).split("\n").length,
      excerpt: excerptAt(text, at, 60),
      level: "alarm",
      says: "Code that runs whenever Python starts",
    };
}
