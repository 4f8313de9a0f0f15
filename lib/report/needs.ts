import { isObject, parseJsonObject } from "#lib/harness/go/json.ts";
import type { ScriptNeeds } from "#lib/skills/scripts/script-needs.ts";
import type { ReportedNeeds } from "./shape.ts";
import { type AnyOf, anyOf } from "./trust/any-of.ts";
import type { TrustFile } from "./trust/trust-file.ts";

/** Programs that a skill may need and a machine may lack; programs that every system has are left out. */
const programNames =
  "git|gh|glab|hub|docker|docker-compose|podman|kubectl|helm|kind|minikube|terraform|tofu|ansible|vagrant|packer|aws|gcloud|gsutil|az|doctl|flyctl|heroku|vercel|netlify|wrangler|firebase|supabase|railway|node|npm|npx|pnpm|yarn|bun|bunx|deno|tsx|python|python3|pip|pip3|uv|uvx|pipx|poetry|conda|mamba|ruby|gem|bundle|go|cargo|rustc|rustup|java|javac|mvn|gradle|dotnet|php|composer|swift|xcodebuild|xcrun|flutter|dart|elixir|mix|ghc|cabal|julia|Rscript|perl|lua|jq|yq|xq|rg|fd|fzf|ast-grep|sqlite3|psql|mysql|mongosh|redis-cli|duckdb|ffmpeg|ffprobe|sox|convert|magick|identify|inkscape|gs|pandoc|pdftotext|pdftoppm|pdfimages|qpdf|pdftk|tesseract|soffice|libreoffice|unoconv|latexmk|xelatex|pdflatex|tectonic|typst|mmdc|dot|plantuml|d2|exiftool|yt-dlp|youtube-dl|chromium|google-chrome|playwright|puppeteer|chromedriver|curl|wget|httpie|ssh|rsync|rclone|gpg|openssl|age|sops|op|vault|nmap|sqlmap|nikto|hydra|hashcat|gobuster|ffuf|nuclei|masscan|msfconsole|tshark|tcpdump|semgrep|codeql|trivy|grype|syft|bandit|gitleaks|trufflehog|slither|forge|cast|anvil|echidna|medusa|foundryup|hardhat|solc|gdb|lldb|valgrind|perf|afl-fuzz|cmake|make|ninja|bazel|meson|clang|gcc|protoc|buf|brew|apt-get|nix|tmux|code|cursor|claude|codex|gemini|opencode|aider|ollama|shellcheck|shfmt|eslint|prettier|ruff|mypy|black|pytest|jest|vitest|tsc|biome|pre-commit|act|osascript|pbcopy|screencapture|adb|fastlane|pod|expo|eas|stripe|twilio|sentry-cli|linear|notion|slack|obsidian|kitty|modal|huggingface-cli|hf|wandb|dvc|mlflow|spark-submit|dbt|airflow|snowsql|bq|databricks";

const programs: ReadonlySet<string> = new Set(programNames.split("|"));

/** A word at the beginning of a line, or after a prompt there. */
const lineBegin = /[ \t]{0,12}(?:\$ |> |- run: |RUN )?([A-Za-z][\w-]{1,19})(?=\s|$)/y;

/** A word after a pipe, `&&` or `sudo`, or in `$( )`. */
const inLine = /(?:[|;&(`][ \t]{0,3}|\bsudo )(?!sudo )([A-Za-z][\w-]{1,19})(?=[ \t\n]|$)/g;

/** Words at positions where a command may begin. */
function* commandsIn(text: string): Generator<string> {
  for (let start = 0; start >= 0 && start < text.length; ) {
    lineBegin.lastIndex = start;
    const [, word] = lineBegin.exec(text) ?? [];
    if (word !== undefined) yield word;
    const end = text.indexOf("\n", start);
    start = end < 0 ? end : end + 1;
  }
  for (const [, word = ""] of text.matchAll(inLine)) yield word;
}

/** `["ffmpeg", …` and `which("ffmpeg")` in scripts. */
const spawned =
  /(?:run|call|Popen|check_output|check_call|spawn|spawnSync|execFile|execFileSync|which)\([ \t]{0,4}\[?[ \t]{0,4}["']([A-Za-z][\w-]{1,19})["']/g;

function* spawnedIn(text: string): Generator<string> {
  for (const [, word = ""] of text.matchAll(spawned)) yield word;
}

interface Install {
  readonly manager: string;
  /** A text that the expression matches contains at least one of these words. */
  readonly needs: AnyOf;
  readonly pattern: RegExp;
}

/**
 * A command, and as its group the words after it.
 * @param most how many words
 * @param longest characters of a word
 */
function before(command: string, most = 12, longest = 80): RegExp {
  const word = `[^\\s|;&\`"')]{1,${longest}}[ \\t]{0,3}`;
  return new RegExp(`\\b${command}[ \\t]{1,3}((?:${word}){1,${most}})`, "g");
}

/** A command that runs one package, and as its group that package with the options before it. */
function beforeOne(command: string): RegExp {
  return new RegExp(`\\b${command}[ \\t]{1,3}((?:-{1,2}[\\w-]{1,20}[ \\t]{1,3}){0,3}[@\\w][\\w./@-]{0,80})`, "g");
}

const installs: readonly Install[] = [
  {
    manager: "pip",
    needs: anyOf("pip", "uv "),
    pattern: before("(?:(?:pip3?|uv pip|pipx|uv tool)[ \\t]{1,3}install|uv add)"),
  },
  {
    manager: "npm",
    needs: anyOf("npm i", "npm add", "yarn add", "yarn global", "bun add"),
    pattern: before("(?:npm (?:install|i|add)|yarn (?:global )?add|pnpm (?:add|install|i)|bun add)"),
  },
  { manager: "npm", needs: anyOf("npx", "bunx", "dlx"), pattern: beforeOne("(?:npx|bunx|pnpm dlx)") },
  { manager: "pip", needs: anyOf("uvx"), pattern: beforeOne("uvx") },
  { manager: "brew", needs: anyOf("brew install"), pattern: before("brew install") },
  {
    manager: "apt",
    needs: anyOf("apt install", "apt-get install"),
    pattern: before("apt(?:-get)? install", 16),
  },
  {
    manager: "cargo",
    needs: anyOf("cargo install", "cargo add"),
    pattern: before("cargo (?:install|add)", 8),
  },
  { manager: "gem", needs: anyOf("gem install"), pattern: before("gem install", 8) },
  { manager: "go", needs: anyOf("go install"), pattern: before("go install", 4, 120) },
];

/** Begins the metadata in a Python script (PEP 723). */
const inlineMetadata = anyOf("# /// script");

const packageName = /^@?[A-Za-z][\w.-]{0,80}(?:\/[\w.-]{1,80}){0,6}$/;

/** Most things of one kind that are listed for one skill; nobody reads a list of a text that is nothing but names. */
export const mostNeeds = 80;

/**
 * What a file needs that a machine may not have, and the hosts that it names.
 * @param scanned what the file imports and starts, if it is a skill's script
 */
export function needsOf(file: TrustFile, scanned?: ScriptNeeds): ReportedNeeds {
  if (!file.isText) return { packages: [], programs: [], hosts: [] };
  const packages = new Set([...packagesIn(file), ...importedBy(scanned)]);
  const found = new Set([...programsIn(file, scanned)].filter((name) => programs.has(name)));
  return { packages: first(packages), programs: first(found), hosts: first(new Set(hostsIn(file))) };
}

function* programsIn(file: TrustFile, scanned: ScriptNeeds | undefined): Generator<string> {
  for (const { name } of scanned?.programs ?? []) yield name;
  if (file.kind === "data") return;
  const isShell = file.language === undefined || file.language === "Shell";
  yield* isShell ? commandsIn(file.text) : spawnedIn(file.text);
}

function importedBy(scanned: ScriptNeeds | undefined): string[] {
  const manager = scanned?.language === "python" ? "pip" : "npm";
  return scanned?.packages.map((each) => `${manager}:${each.package}`) ?? [];
}

/** One more than are listed shows that there are more. */
function first(all: ReadonlySet<string>): string[] {
  return [...all].slice(0, mostNeeds + 1);
}

function* packagesIn(file: TrustFile): Generator<string> {
  const { path, text } = file;
  if (/\/requirements[\w.-]{0,40}\.txt$/.test(path)) yield* named("pip", text.split("\n", 400));
  else if (path.endsWith("/package.json")) yield* npmDependencies(text);
  const inline = file.has(inlineMetadata) ? /^# \/\/\/ script$([^\0]{0,4000}?)^# \/\/\/$/m.exec(text)?.[1] : undefined;
  if (inline)
    yield* named(
      "pip",
      [...inline.matchAll(/["']([^"'\n]{1,80})["']/g)].map(([, one = ""]) => one),
    );
  if (file.kind === "data") return;
  for (const { manager, needs, pattern } of installs) {
    if (!file.has(needs)) continue;
    for (const [, words = ""] of text.matchAll(pattern)) yield* named(manager, wordsBefore(words));
  }
}

/** The packages before the first word that is not a package name: there the sentence continues. */
function wordsBefore(words: string): string[] {
  const kept: string[] = [];
  for (const word of words.trim().split(/\s{1,3}/)) {
    if (/^(?:and|or|to|the|from|in|with|for|if|then|first|#.*|\\|<.*|\.{1,3}|\.\/.*|via|using|is|are)$/i.test(word))
      break;
    if (!word.startsWith("-")) kept.push(word);
    if (/[.,:]$/.test(word)) break;
  }
  return kept;
}

function* named(manager: string, all: Iterable<string>): Generator<string> {
  for (const each of all) {
    const name = each
      .trim()
      .replace(/(?<=.)@[\w.^~*-]{1,40}$/, "")
      .replace(/\[[\w,-]{1,60}\]|[=<>!~;#].*$/gu, "")
      .replace(/[.,:]$/, "")
      .trim();
    if (packageName.test(name) && !/^(?:your|my|some|package|name|pkg|example)\b/i.test(name))
      yield `${manager}:${name}`;
  }
}

/** A manifest that cannot be parsed declares nothing. */
function npmDependencies(text: string): Iterable<string> {
  const dependencies = parseJsonObject(text)?.dependencies;
  return isObject(dependencies) ? named("npm", Object.keys(dependencies)) : [];
}

const address =
  /\bhttps?:\/\/(?:[^\s/@"'`<>()]{0,60}@)?([a-zA-Z0-9](?:[a-zA-Z0-9.-]{0,120}[a-zA-Z0-9])?)(?=[:/?#\s"'`<>)\]},;*|\\]|\.(?:\s|$)|$)/g;

/** Host names reserved for examples (RFC 2606), and names of the local machine. */
const nobody =
  /^(?:localhost|127\.|0\.0\.0\.0|.*\.(?:example|test|invalid|local|localhost)$|(?:.*\.)?example\.(?:com|org|net)$|your|my-?|acme)|[<>{}$]|^[^.]*$/i;

/** Hosts that only occur in identifiers of formats. */
const formats =
  /^(?:(?:www\.)?w3\.org|schemas\.[\w.-]+|json-schema\.org|www\.sitemaps\.org|purl\.org|ns\.adobe\.com|xmlns\.com|ogp\.me)$/i;

const inAddress = anyOf("://");

function* hostsIn(file: TrustFile): Generator<string> {
  if (!file.has(inAddress)) return;
  for (const [, host = ""] of file.text.matchAll(address)) {
    const name = host.toLowerCase();
    if (!nobody.test(name) && !formats.test(name)) yield name;
  }
}

/** Suffixes under which names are registered at the third level. */
const secondLevel = /\.(?:co|com|org|net|ac|gov|edu|or|ne|go)\.[a-z]{2}$/;

/** The registered domain of a host, approximately: `github.com` for `api.github.com`. */
export function registeredName(host: string): string {
  if (/^[\d.]+$/.test(host)) return host;
  const parts = host.split(".");
  const own =
    /\.(?:github\.io|pages\.dev|workers\.dev|vercel\.app|netlify\.app|herokuapp\.com|ngrok\.io|web\.app|fly\.dev)$/;
  return parts.slice(secondLevel.test(host) || own.test(host) ? -3 : -2).join(".");
}
