import { anyOf } from "./any-of.ts";
import { inTexts, type Pattern } from "./patterns.ts";
import type { TrustRule } from "./rule.ts";

const home =
  "(?:~|\\$HOME|\\$\\{HOME\\}|\\$env:USERPROFILE|%USERPROFILE%|/root|/home/[\\w$*{}.-]{1,40}|/Users/[\\w$*{}.-]{1,40}|(?:os\\.path\\.)?expanduser\\(['\"]~|homedir\\(\\)|Path\\.home\\(\\))";
const kept =
  "(?:\\.ssh/(?:id_[\\w*]{1,16}|\\*|[\\w.-]{0,20}\\.pem|identity)|\\.ssh/?(?=[\\s'\"`|;)]|$)|\\.aws/credentials|\\.aws/?(?=[\\s'\"`|;)]|$)|\\.netrc|\\.git-credentials|\\.npmrc|\\.pypirc|\\.pgpass|\\.docker/config\\.json|\\.kube/config|\\.config/gcloud|\\.config/gh/hosts\\.yml|\\.azure/(?:accessTokens|msal_token_cache)[\\w.]{0,10}|\\.gnupg|\\.password-store|\\.config/op(?![\\w-])|\\.claude/\\.credentials\\.json|\\.codex/auth\\.json|\\.gemini/oauth_creds\\.json|\\.bash_history|\\.zsh_history|Library/Keychains|\\.mozilla/firefox|\\.config/google-chrome|\\.bitcoin|\\.ethereum/keystore|\\.config/solana/id\\.json|\\.electrum|\\.vault-token)";
/** Commands that read files, up to the path in the same command. */
const command =
  "\\b(?:cat|less|more|head|tail|cp|mv|tar|zip|scp|rsync|xxd|strings|grep|awk|sed|curl|nc|get-content|gc|copy-item|find|base64(?=[ \\t]{1,4}[-~$/<\"']))\\b(?!:)[^\\n|;]{0,80}";
/** Functions that read files. */
const call =
  "\\b(?:open|readfile|readfilesync|read_text|read_bytes|copyfile|copytree|createreadstream|load|shutil\\.copy\\w{0,6})\\b[ \\t]{0,2}\\([^\\n]{0,40}";
/** Words by which a sentence asks a model to do something with a file. */
const asked =
  "\\b(?:read|open|copy|upload|send|print|include|paste|attach|show|output|load|dump|collect)\\b[ \\t]{1,4}(?:(?:me|us|out|the|all|any|every|its|their|user['’]?s?|full|raw|entire|contents?|of|files?|in|from|at|key|keys|private|ssh|aws|credentials|and) ){0,8}[\"'`(]{0,2}";

/** What follows a command whose output is piped or written to a file: possibly after blanks and tabs. */
const piped = ["|", ">", "\t", " |", " >", "  ", " \t"];

const sent: Pattern["worse"] = {
  says: "A key is read and sent",
  if: (file, line) =>
    /\b(?:curl|wget|nc|ncat|scp|rsync|requests\.post|fetch|Invoke-RestMethod|ftp|upload)\b|@(?:~|\$HOME|\/)|https?:\/\//i.test(
      file.line(line),
    ),
};

const harvested: Pattern["worse"] = {
  says: "Keys are picked out of the environment where something is sent",
  if: ({ text, line }, at) =>
    /KEY|SECRET|TOKEN|PASSW|CRED|SENSITIVE/.test([0, 1, 2, 3].map((below) => line(at + below)).join("\n")) &&
    /\b(?:requests|httpx|axios|session)\.(?:post|put)\(|\burlopen\(|\bfetch\(|\bhttps?\.request\(/.test(text),
};

const patterns: readonly Pattern[] = [
  {
    needs: anyOf(
      ".ssh",
      ".aws",
      ".netrc",
      ".git-credentials",
      ".npmrc",
      ".pypirc",
      ".pgpass",
      ".docker",
      ".kube",
      "gcloud",
      ".config",
      ".azure",
      ".gnupg",
      ".password-store",
      ".credentials",
      ".codex",
      ".gemini",
      "_history",
      "keychains",
      "firefox",
      ".bitcoin",
      ".ethereum",
      ".electrum",
      ".vault-token",
    ),
    pattern: new RegExp(
      `(?:${command}|${call}|${asked}|(?=expanduser\\())${home}['"]{0,1}[,+)\\s]{0,4}(?:/ ){0,1}[/'", ]{0,4}${kept}`,
      "gi",
    ),
    unless: ({ 0: match }) => /id_\w{1,16}\.pub\b/.test(match),
    worse: sent,
  },
  {
    // Path.home() / ".ssh" / "id_rsa", os.path.join(home, ".aws", "credentials")
    needs: anyOf("path.home", "homedir", "expanduser", "userprofile", "home"),
    pattern:
      /(?:Path\.home\(\)|homedir\(\)|expanduser\(["']~["']\)|\b(?:home|HOME|home_dir|homeDir)\b)[^\n]{0,30}["'](?:\.ssh|\.aws|\.gnupg|\.netrc|\.git-credentials|\.kube|\.npmrc|\.pypirc|\.bitcoin|\.electrum|\.docker)["'/][^\n]{0,60}/g,
    in: ["script"],
    worse: sent,
  },
  {
    needs: anyOf("/etc/shadow", "/etc/sudoers", "/etc/master.passwd", "\\sam", "/var/run/secrets"),
    pattern: new RegExp(
      `(?:${command}|${call}|${asked}|<[ \\t]{0,3})(?:/etc/(?:shadow|gshadow|sudoers|master\\.passwd)|/var/run/secrets/kubernetes\\.io|config\\\\SAM\\b)`,
      "gi",
    ),
    level: "alarm",
  },
  {
    needs: anyOf("login data", "cookies", "logins.json", "key4.db", "local state", "web data"),
    pattern:
      /(?:Chrome|Chromium|Firefox|Brave|Edge|Safari|Default)[^\n]{0,80}(?:Login Data|Cookies(?:\.binarycookies)?|logins\.json|key4\.db|Local State|Web Data)\b/gi,
    says: "Passwords or cookies of a browser are read",
    in: ["script"],
    level: "alarm",
  },
  {
    needs: anyOf(
      "find-generic-password",
      "find-internet-password",
      "dump-keychain",
      "secret-tool",
      "cmdkey",
      "vaultcmd",
      "dpapi",
      "cryptunprotectdata",
      "mimikatz",
      "lsass",
    ),
    pattern:
      /\bsecurity[ \t]{1,4}(?:find-(?:generic|internet)-password[ \t]{1,4}-|dump-keychain\b)[^\n]{0,120}|\bsecret-tool[ \t]{1,4}(?:lookup|search)[ \t]{1,4}\w[^\n]{0,80}|\bcmdkey[ \t]{1,4}\/list|\bvaultcmd\b[^\n]{0,40}\/list|CryptUnprotectData|\blsass\.dmp\b/gi,
    says: "The keychain of the system is read",
  },
  {
    needs: anyOf("169.254.169.254", "metadata.google.internal", "100.100.100.200"),
    pattern:
      /(?:curl|wget|fetch|get|open|invoke-\w{4,12})[^\n]{0,80}(?:169\.254\.169\.254|metadata\.google\.internal|100\.100\.100\.200)[^\n]{0,100}/gi,
    says: "The keys of a cloud machine are asked for",
  },
  {
    needs: anyOf("env", "export -p", "set |"),
    also: anyOf(...["env", "set"].flatMap((word) => piped.map((end) => word + end)), "export -p"),
    pattern:
      /(?:^|[;&|`(]|\$)[ \t]{0,8}(?:env|printenv|export -p|set)[ \t]{0,4}\|[ \t]{0,4}(?:(?:grep|egrep|rg|awk|sed)\b[^\n|]{0,80}(?:KEY|TOKEN|SECRET|PASS|CRED|AUTH|API)|(?:base64|curl|nc|tee|gzip|xxd|openssl|python3?)\b)[^\n]{0,160}|(?:^|[;&`]|\$ )[ \t]{0,8}(?:env|printenv)[ \t]{0,4}>{1,2}[ \t]{0,3}["']{0,1}[\w./~$-]{1,80}/gim,
    says: "All environment variables are read, keys among them",
  },
  {
    needs: anyOf("os.environ", "process.env"),
    pattern:
      /\b(?:json\.dumps|dict|str|repr|urlencode|b64encode|pickle\.dumps|JSON\.stringify|Object\.(?:entries|assign|fromEntries)|encodeURIComponent|btoa|querystring\.stringify)[ \t]{0,2}\([ \t]{0,2}(?:dict\(|\{\}, |str\(|JSON\.stringify\(){0,2}(?:os\.environ|process\.env)\b(?![.[])[^\n]{0,80}|(?:for [^\n]{1,40} in|\b(?:data|json|body|params|payload)=)[ \t]{0,2}(?:os\.environ(?:\.items\(\)|\.copy\(\)){0,1}|process\.env)(?![.[\w])[^\n]{0,60}/g,
    says: "All environment variables are read, keys among them",
    in: ["script"],
    unless: ({ 0: match, index }, { text }) =>
      /env=|subprocess|\{ \.\.\.process/.test(match) ||
      (/env\w{0,12}[ \t]{0,3}=[^\n]{0,40}$|patch\.$/i.test(text.slice(Math.max(0, index - 60), index)) &&
        !/["']\w{0,20}(?:KEY|SECRET|TOKEN|PASS)\w{0,20}["'] in /.test(match)),
    worse: harvested,
  },
  {
    needs: anyOf("/proc/"),
    pattern:
      /(?:\b(?:cat|strings|tr|xargs|open)\b[^\n|]{0,40}|<[ \t]{0,3})\/proc\/(?:self|\d{1,7}|\$\w{1,10}|\*)\/environ\b/g,
    says: "All environment variables are read, keys among them",
  },
  {
    needs: anyOf(".env"),
    pattern:
      /\b(?:cat|less|head|tail|base64|scp|curl|nc|grep|Get-Content)\b[^\n|;&]{0,60}[\s'"@/=]\.env(?:\.(?:local|production|prod))?(?=[\s'"`|;)]|$)[^\n]{0,60}/gim,
    says: "A file of keys is read",
    level: "note",
  },
];

/** Reads the person's keys and passwords, which the skill does not need. */
export const readsKeys: TrustRule = {
  code: "reads-keys",
  title: "Your keys and passwords are read",
  why: "A key that is read can be used, printed or sent away. Few skills need keys other than their own.",
  level: "look",
  find: inTexts(patterns),
};
