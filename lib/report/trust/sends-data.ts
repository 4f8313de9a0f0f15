import { anyOf } from "./any-of.ts";
import { anyHost, inTexts, type Pattern } from "./patterns.ts";
import type { TrustRule } from "./rule.ts";

/** Hosts whose purpose is to receive whatever somebody sends. */
const collectors = [
  "webhook.site",
  "requestbin.com",
  "requestbin.net",
  "requestcatcher.com",
  ...["pro", "live", "fun", "me", "site", "online"].map((end) => `oast.${end}`),
  "interact.sh",
  "burpcollaborator.net",
  "oastify.com",
  "pipedream.net",
  "ngrok.io",
  "ngrok.app",
  "ngrok-free.app",
  "ngrok-free.dev",
  "trycloudflare.com",
  "serveo.net",
  "loca.lt",
  "dnslog.cn",
  "ceye.io",
  "beeceptor.com",
  "hookbin.com",
  "transfer.sh",
  "file.io",
  "0x0.st",
  "ix.io",
  "termbin.com",
  "pastebin.com/api",
  "discord.com/api/webhooks",
  "discordapp.com/api/webhooks",
  "api.telegram.org/bot",
];

const patterns: readonly Pattern[] = [
  {
    needs: anyOf("/dev/tcp/", "/dev/udp/"),
    pattern: /\/dev\/(?:tcp|udp)\/[\w.$*{}-]{1,80}\/[\w${}]{1,12}/g,
    says: "A shell or data goes to another machine",
    level: "alarm",
  },
  {
    needs: anyOf("nc ", "ncat", "socat", "netcat"),
    pattern:
      /\b(?:nc|ncat|netcat)(?:\.exe)?[ \t]{1,4}[^\n|]{0,60}(?:-\w{0,4}[ec]|--exec|--sh-exec)[ \t]{1,4}(?:\/bin\/)?(?:ba|z|da)?(?:sh|cmd)\b|\bsocat\b[^\n]{0,80}\bexec:[^\n]{1,60}|\bmkfifo\b[^\n]{1,80}\b(?:nc|ncat|netcat|telnet|openssl)\b[^\n]{1,80}/gi,
    says: "A shell is opened to another machine",
    level: "alarm",
  },
  {
    needs: anyOf("socket"),
    pattern:
      /socket\.(?:socket|create_connection)\([^\n]{0,120}(?:\n[^\n]{0,160}){0,6}(?:os\.dup2\(|pty\.spawn\(|subprocess\.(?:call|Popen|run)\(\[?["'](?:\/bin\/)?(?:ba|z)?sh)|\bTCPSocket\.(?:new|open)\([^\n]{0,200}exec[^\n]{0,60}\/bin\/(?:ba)?sh|net\.(?:connect|Socket)\([^\n]{0,200}(?:\n[^\n]{0,160}){0,4}\.pipe\((?:sh|shell|cp|child)\b|Net\.Sockets\.TCPClient[^\n]{0,400}(?:iex|invoke-expression)/gi,
    says: "A shell is opened to another machine",
    level: "alarm",
  },
  {
    needs: anyOf("curl", "wget", "http ", "invoke-restmethod", "irm ", "iwr "),
    pattern:
      /\b(?:curl|wget)\b[^\n]{0,200}(?:(?:-d|-F|-T|--data(?:-binary|-raw|-urlencode)?|--form|--upload-file|--post-file|--post-data|--body-file)[ \t=]{1,3}["']{0,1}[\w-]{0,24}=?[@<]?(?:~|\$HOME|\/(?:etc|home|Users|root|var)\b|\.env\b|\.git\/|\$\((?:cat|tar|env|printenv|base64|ls|whoami|id|find|history)\b|`(?:cat|tar|env|printenv|base64|whoami)\b))[^\n]{0,160}/g,
    says: "Your files are sent to a host",
    level: "alarm",
  },
  {
    needs: anyOf(
      ...["cat", "env", "printenv", "base64", "whoami", "hostname", "id", "uname", "pwd"].map((word) => `$(${word}`),
    ),
    pattern:
      /\b(?:curl|wget|fetch|nslookup|dig|host|ping)\b[^\n]{0,120}(?:https?:\/\/[^\s"']{0,120}[?/&=]\$\((?:cat|env|printenv|base64|whoami|hostname|id|uname|pwd)\b|\$\((?:cat|env|printenv|base64|whoami|hostname|id)[^)\n]{0,80}\)\.[\w.-]{3,60})[^\n]{0,120}/g,
    says: "A command's output goes into an address",
    level: "alarm",
  },
  {
    needs: anyOf("| curl", "|curl", "| nc", "|nc", "| wget", "| openssl s_client", "| ssh"),
    pattern:
      /\b(?:tar|zip|cat|env|printenv|history|find|git|ls|base64|gzip|mysqldump|pg_dump)\b[^\n|]{0,160}\|(?:[ \t]{0,4}(?:base64|gzip|xz|openssl enc|xxd|tr)\b[^\n|]{0,60}\|){0,3}[ \t]{0,4}(?:curl\b[^\n]{0,120}(?:-d|-T|-F|--data(?:-binary)?|--upload-file)[ \t=]{1,3}["']{0,1}(?:\w{1,24}=)?@?-|nc\b[ \t]{1,4}(?:-\w{1,6}[ \t]{1,4}\d{0,3}[ \t]{0,2}){0,3}[\w.-]{4,80}[ \t]{1,4}\d{2,5}|openssl s_client)[^\n]{0,120}/g,
    says: "What a command reads is sent to a host",
    level: "alarm",
    unless: ({ 0: match }) => /localhost|127\.0\.0\.1/.test(match),
  },
  {
    needs: anyOf(...collectors),
    pattern: new RegExp(
      `(?:\\b(?:curl|wget|requests\\.\\w{3,7}|fetch|axios(?:\\.post)?|httpx\\.\\w{3,7}|urlopen|Invoke-\\w{10,12}|nc|POST|send|upload|forward|post)\\b|(?:webhook|exfil|collector|beacon|c2|callback|endpoint|base)(?:_?url)?["' ]{0,3}[:=])[^\\n]{0,120}(?<![\\w-])(?:${anyHost(collectors)})[^\\n]{0,100}`,
      "gi",
    ),
    says: "Something is sent to a host that anyone can read at",
  },
  {
    needs: anyOf("requests.post", "httpx.post", "urlopen", "axios.post", "fetch(", "requests.put", "requests.get"),
    pattern:
      /\b(?:requests|httpx|session)\.(?:post|put|get)\([^\n]{1,200}(?:os\.environ(?!\[|\.get)|open\([^\n)]{0,40}(?:\.ssh|\.aws|\.env|\/etc\/)|getpass\.getuser|dict\(os|read_keys|credentials\b\)|platform\.node\(\))[^\n]{0,120}|\b(?:fetch|axios\.post)\([^\n]{1,200}(?:process\.env(?![.[])|readFileSync\([^\n)]{0,60}(?:\.ssh|\.aws|\.env|\.npmrc))[^\n]{0,120}/g,
    says: "Your keys or files are sent to a host",
    level: "alarm",
    in: ["script"],
  },
  {
    needs: anyOf("![", "<img"),
    pattern:
      /!\[[^\]\n]{0,80}\]\(https?:\/\/(?!img\.shields\.io\/)[^)\s]{1,200}[?&/=](?:\{{1,2}|\$\{|<|\[)(?:[\w .-]{0,30}(?:data|conversation|history|secret|key|token|message|summary|user|context|base64|content|answer|password|env|response)[\w .-]{0,30})(?:\}{1,2}|>|\])[^)\n]{0,80}\)|<img[^>\n]{0,120}src=["']https?:\/\/[^"'\s]{1,200}[?&=](?:\{{1,2}|\$\{)[^"'\n]{1,80}["']/gi,
    says: "A picture's address carries what the model knows to a host",
    level: "alarm",
    in: ["text"],
  },
  {
    needs: anyOf("scp ", "rsync ", "sftp", "rclone", "aws s3"),
    pattern:
      /\b(?:scp|rsync|rclone (?:copy|sync)|aws s3 (?:cp|sync))[ \t]{1,4}(?:-{1,2}[\w=-]{1,30}[ \t]{1,4}){0,6}["']{0,1}(?:~\/?|\$HOME\/?|\/home|\/Users|\/etc|\/)["']{0,1}[ \t]{1,4}[\w.@:/-]{5,120}/g,
    says: "The home folder is copied to another machine",
    level: "alarm",
  },
  {
    needs: anyOf("send", "upload", "post", "curl", "forward", "transmit"),
    also: anyOf("~/.", ".env", ".ssh", ".aws", "private key", "credentials", "api key", "secrets"),
    pattern:
      /\b(?:send|upload|post|forward|transmit|submit|deliver)\b[^\n]{0,60}\b(?:contents? of|file|files in|everything (?:in|from)|all files)\b[^\n]{0,60}(?:~\/\.\w{2,12}|\.env\b|\.ssh\b|\.aws\b|private keys?|credentials|api keys?|secrets)[^\n]{0,60}\bto\b[^\n]{0,20}(?:https?:\/\/|[\w-]{1,30}@|[\w-]{1,40}\.(?:com|net|org|io|xyz|ru|cn|top|site|dev)\b)[^\n]{0,60}/gi,
    says: "It asks the model to send keys or files out",
    level: "alarm",
    in: ["text"],
  },
];

/** Sends files or the environment to another host. */
export const sendsData: TrustRule = {
  code: "sends-data",
  title: "Your data is sent out",
  why: "Sent data cannot be taken back. Check what is sent, and to whom.",
  level: "look",
  find: inTexts(patterns),
};
