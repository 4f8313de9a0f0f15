import { anyOf } from "./any-of.ts";
import { inTexts, type Pattern } from "./patterns.ts";
import type { TrustRule } from "./rule.ts";

const fetches = "\\b(?:curl|wget|fetch|aria2c|lwp-request)\\b(?![ \\t]{0,4}\\|)";
const shells =
  "(?:(?:sudo|doas|env|exec|nohup)[ \\t]{1,4}(?:-\\w{1,10}[ \\t]{1,4}){0,3}){0,3}(?:/(?:usr/)?bin/)?(?:ba|z|da|k|fi|a)?sh\\b|(?:(?:sudo|env)[ \\t]{1,4}){0,2}(?:python[0-9.]{0,4}|node|deno|bun|perl|ruby|php|osascript|pwsh|powershell)\\b";
const web = anyOf("curl", "wget", "fetch", "aria2c", "lwp-request");

/** An address without a name that tells its owner, or an unencrypted one. */
const nameless =
  /http:\/\/(?!localhost|127\.)|https?:\/\/\d{1,3}(?:\.\d{1,3}){3}|\b(?:bit\.ly|tinyurl\.com|t\.co|is\.gd|goo\.gl|cutt\.ly|rb\.gy|pastebin\.com|paste\.ee|hastebin\.com|transfer\.sh|file\.io|0x0\.st|ix\.io|rentry\.co|ngrok|trycloudflare\.com|serveo\.net|anonfiles|discordapp\.com\/attachments|raw\.githack)/i;

const fromNameless: Pattern["worse"] = {
  says: "Something is downloaded from an anonymous address and run",
  if: (file, line) => nameless.test(file.line(line).slice(0, 2000)),
};

const patterns: readonly Pattern[] = [
  {
    needs: web,
    pattern: new RegExp(
      `${fetches}[^\\n|]{1,300}\\|(?:[ \\t]{0,4}(?:tee|cat|head|tail|sed|tr|gunzip|tar|base64)\\b[^\\n|]{0,60}\\|){0,2}[ \\t]{0,4}(?:${shells})(?![\\w-]{0,20}[ \\t]{1,4}(?:-[mc][ \\t]{1,4}(?:json|["'])|[\\w./$~{}"-]{1,100}\\.(?:py|[cm]?[jt]s|sh|rb|pl|php)\\b))`,
      "g",
    ),
  },
  {
    needs: web,
    also: anyOf("<("),
    pattern: new RegExp(
      `(?:${shells}|\\bsource|(?:^|[ \\t;&])\\.)[ \\t]{1,4}(?:-\\w{1,4}[ \\t]{1,4}){0,2}<\\([ \\t]{0,4}${fetches}[^\\n]{1,200}`,
      "gm",
    ),
  },
  {
    needs: web,
    sign: new RegExp(`[$\`]\\(?[ \\t]{0,4}${fetches}`),
    pattern: new RegExp(
      `(?:(?:${shells})[ \\t]{1,4}-\\w{0,4}c[ \\t]{1,4}|\\beval[ \\t]{1,4})["']{0,2}[$\`]\\(?[ \\t]{0,4}${fetches}[^\\n]{1,200}`,
      "g",
    ),
  },
  {
    needs: anyOf("chmod"),
    also: web,
    pattern: new RegExp(
      `${fetches}[^\\n]{1,200}(?:-o|-O|--output|>)[^\\n]{1,100}(?:&&|;|\\n)[^\\n]{0,120}(?:chmod[ \\t]{1,4}(?:\\+x|a\\+x|u\\+x|7[0-7]{2})\\b)[^\\n]{0,120}(?:&&|;|\\n)[ \\t]{0,8}(?:sudo[ \\t]{1,4}|nohup[ \\t]{1,4}){0,2}\\.{0,2}/[^\\n]{1,80}`,
      "g",
    ),
  },
  {
    needs: anyOf("iex", "invoke-expression", "downloadstring", "invoke-webrequest"),
    pattern:
      /\b(?:iex|invoke-expression)\b[^\n]{0,60}(?:\birm\b|\biwr\b|invoke-webrequest|invoke-restmethod|downloadstring|net\.webclient)[^\n]{0,200}|(?:\birm\b|\biwr\b|invoke-webrequest|invoke-restmethod|downloadstring)[^\n|]{1,200}\|[ \t]{0,4}(?:iex|invoke-expression)\b/gi,
  },
  {
    needs: anyOf("requests.get", "urlopen", "httpx.get", "urlretrieve"),
    pattern:
      /\b(?:exec|eval|compile)[ \t]{0,2}\([^\n]{0,60}(?:requests\.get|httpx\.get|urlopen)[ \t]{0,2}\([^\n]{1,200}/g,
    level: "alarm",
  },
  {
    needs: anyOf("requests.get", "urlopen", "httpx.get"),
    pattern:
      /(?<name>\b[a-z_]\w{0,40})[ \t]{0,4}=[ \t]{0,4}(?:requests|httpx|urllib\.request)\.(?:get|urlopen)\([^\n]{1,200}\n(?:[^\n]{0,200}\n){0,6}[^\n]{0,60}\b(?:exec|eval)[ \t]{0,2}\([ \t]{0,2}\k<name>\b[^\n]{0,80}/g,
    level: "alarm",
  },
  {
    needs: anyOf("fetch(", "axios", "https.get", "http.get"),
    pattern:
      /\b(?:eval|new Function|Function|vm\.runIn\w{1,20}|runInThisContext)[ \t]{0,2}\([^\n]{0,60}(?:fetch|axios(?:\.get)?|got)[ \t]{0,2}\([^\n]{1,200}/g,
    level: "alarm",
  },
  {
    needs: anyOf("fetch(", "axios"),
    pattern: /\bfetch[ \t]{0,2}\([^\n]{1,200}\.then\([^\n]{1,120}(?:\beval\b|new Function)[^\n]{0,80}/g,
    level: "alarm",
  },
  {
    needs: anyOf("execsync", "os.system", "subprocess", "child_process", "exec("),
    pattern: new RegExp(
      `\\b(?:execSync|exec|spawnSync|spawn|os\\.system|os\\.popen|subprocess\\.\\w{2,14})[ \\t]{0,2}\\([^\\n]{0,40}${fetches}[^\\n]{1,200}\\|[ \\t]{0,4}(?:${shells})`,
      "g",
    ),
    in: ["script"],
    level: "alarm",
  },
  {
    // A window with a message, which is all of the command, is what guides to batch files show.
    needs: anyOf("certutil", "bitsadmin", "mshta", "regsvr32", "rundll32", "msiexec"),
    pattern:
      /\b(?:certutil(?:\.exe)?[^\n]{0,60}-urlcache|bitsadmin(?:\.exe)?[^\n]{0,40}\/transfer|mshta(?:\.exe)?[ \t]{1,4}["']{0,1}(?:https?|vbscript(?!:Close\(MsgBox\([^()\n]*\)\)[\n`])|javascript):|regsvr32(?:\.exe)?[ \t][^\n|]{0,60}\/i:https?|msiexec(?:\.exe)?[ \t][^\n|]{0,60}https?:)[^\n]{0,160}/gi,
    says: "A system tool is used to download and run something",
    level: "alarm",
  },
  {
    needs: anyOf("http"),
    also: anyOf("npx", "bunx", "pnpm dlx", "uvx", "pipx run"),
    pattern:
      /\b(?:npx|bunx|pnpm dlx|uvx|pipx run)[ \t]{1,4}(?:-\w{1,10}[ \t]{1,4}|--\w{1,20}[ \t]{1,4}){0,3}(?:--from[ \t]{1,4})?["']{0,1}(?:git\+)?https?:\/\/[^\s"']{4,200}/g,
    says: "A package is run straight from an address",
  },
];

/** Something is downloaded and run at once, without a chance to look at it. */
export const downloadAndRun: TrustRule = {
  code: "download-and-run",
  title: "Something is downloaded and run",
  why: "What is downloaded is not in this repository and may change at any time, so reading the skill does not cover it.",
  level: "look",
  find: inTexts(patterns.map((each) => (each.level === undefined ? { ...each, worse: fromNameless } : each))),
};
