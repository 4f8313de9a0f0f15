import { anyOf } from "./any-of.ts";
import { inTexts, type Pattern } from "./patterns.ts";
import type { TrustRule } from "./rule.ts";

const writes =
  "(?:>{1,2}|\\btee\\b(?:[ \\t]{1,4}-a){0,1}|\\bsed[ \\t]{1,4}-i[^\\n]{1,120}|\\b(?:open|writeFileSync|appendFileSync|appendFile|writeFile|write_text|Add-Content|Set-Content|Out-File)\\b[^\\n]{0,60})";
const home =
  "(?:~|\\$HOME|\\$\\{HOME\\}|/root|/home/\\w{1,32}|/Users/\\w{1,32}|expanduser\\([\"']~|homedir\\(\\)[^\\n]{0,12}|Path\\.home\\(\\)[^\\n]{0,8})";

const patterns: readonly Pattern[] = [
  {
    needs: anyOf("bashrc", "zshrc", "profile", "bash_login", "zshenv", "config.fish"),
    pattern: new RegExp(
      `${writes}[ \\t]{0,4}["']{0,1}${home}["', /]{0,4}(?:\\.bashrc|\\.zshrc|\\.profile|\\.bash_profile|\\.bash_login|\\.zprofile|\\.zshenv|\\.config/fish/config\\.fish)|${writes}[ \\t]{0,4}["']{0,1}(?:\\$PROFILE|/etc/profile(?:\\.d/[\\w.-]{1,40})?)`,
      "g",
    ),
    noteIf: /\bexport PATH=|\bfish_add_path\b/,
    says: "What every new shell runs is changed",
  },
  {
    needs: anyOf("crontab", "cron.d", "schtasks", "register-scheduledtask", "/etc/cron", " at now"),
    pattern:
      /\bcrontab[ \t]{1,4}(?:-(?=[\s"']|$)|-u[ \t]{1,4}\w{1,32}[ \t]{1,4}-|\/?[\w./-]{1,60}\.(?:txt|cron))|\|[ \t]{0,4}crontab\b|(?:>|tee|cp|mv)[^\n]{0,80}\/etc\/cron[\w.]{1,12}|\bschtasks(?:\.exe)?[ \t]{1,4}\/create|\bRegister-ScheduledTask\b/gi,
    says: "A task is set up that runs by itself later",
  },
  {
    needs: anyOf(
      "launchagents",
      "launchdaemons",
      "launchctl",
      "systemctl",
      "systemd",
      "startup",
      "currentversion\\run",
      "autostart",
      "rc.local",
      "init.d",
    ),
    pattern: new RegExp(
      `${writes}[^\\n]{0,40}(?:Library/Launch(?:Agents|Daemons)|\\.config/autostart|/etc/systemd/system|\\.config/systemd/user|/etc/rc\\.local|/etc/init\\.d)|\\blaunchctl[ \\t]{1,4}(?:load|bootstrap)\\b|\\bsystemctl[ \\t]{1,4}(?:--user[ \\t]{1,4}){0,1}enable\\b|\\b(?:reg(?:\\.exe)?[ \\t]{1,4}add|New-ItemProperty|Set-ItemProperty|RegSetValue\\w{0,6}|copy|Copy-Item|move)\\b[^\\n]{0,120}(?:CurrentVersion\\\\{1,2}Run\\b|Start Menu\\\\{1,2}Programs\\\\{1,2}Startup)`,
      "gi",
    ),
    says: "Something is set up to start with the machine",
  },
  {
    needs: anyOf("authorized_keys"),
    pattern: new RegExp(`${writes}[^\\n]{0,60}authorized_keys`, "g"),
    // A key that is only hinted at, or the person's own.
    noteIf: /AAAA\w{0,4}\.{3}|(?:~|\$HOME)\/\.ssh\/\w{1,30}\.pub\b/,
    says: "Somebody is given a way in",
    level: "alarm",
  },
  {
    needs: anyOf("sudoers", "nopasswd"),
    pattern: new RegExp(`${writes}[^\\n]{0,60}/etc/sudoers|\\bNOPASSWD:[ \\t]{0,3}ALL`, "g"),
    says: "Rights are given without a password",
    level: "alarm",
  },
  {
    needs: anyOf("useradd", "adduser", "net user", "usermod"),
    pattern:
      /\b(?:useradd|adduser)[ \t]{1,4}[^\n]{0,60}(?:sudo|wheel|-o -u 0|-u 0)|\bnet[ \t]{1,4}user[ \t]{1,4}\w{1,32}[ \t]{1,4}\S{1,40}[ \t]{1,4}\/add|\busermod[ \t]{1,4}-aG[ \t]{1,4}(?:sudo|wheel|admin)/gi,
    says: "Somebody is given a way in",
    level: "alarm",
  },
  {
    needs: anyOf("hookspath", ".git/hooks", "template"),
    also: anyOf("--global", "--system", ".git/hooks/"),
    pattern: new RegExp(
      `\\bgit[ \\t]{1,4}config[ \\t]{1,4}--(?:global|system)[ \\t]{1,4}(?:core\\.(?:hooksPath|fsmonitor|sshCommand|pager|editor)|init\\.templateDir|credential\\.helper|url\\.)|${writes}[^\\n]{0,40}\\.git/hooks/[\\w-]{4,24}`,
      "gi",
    ),
    says: "Git is told to run something by itself",
  },
  {
    needs: anyOf(
      ".claude",
      ".codex",
      ".cursor",
      ".gemini",
      "claude_desktop_config",
      ".mcp.json",
      ".continue",
      ".windsurf",
      ".vscode",
    ),
    pattern: new RegExp(
      `${writes}[ \\t]{0,4}["']{0,1}(?:${home}["', /]{0,4})(?:\\.claude/(?:settings(?:\\.local)?\\.json|CLAUDE\\.md|hooks)|\\.claude\\.json|\\.codex/(?:config\\.toml|AGENTS\\.md|hooks)|\\.cursor/(?:mcp\\.json|rules)|\\.gemini/(?:settings\\.json|GEMINI\\.md)|[^\\n]{0,60}claude_desktop_config\\.json|\\.vscode/settings\\.json)`,
      "gi",
    ),
    says: "The settings of an agent are changed for all projects",
  },
  {
    needs: anyOf("/etc/hosts", "/etc/resolv.conf", "/etc/ld.so.preload"),
    pattern: new RegExp(`${writes}[^\\n]{0,40}/etc/(?:hosts|resolv\\.conf|ld\\.so\\.preload|pam\\.d)\\b`, "g"),
    says: "A setting of the whole system is changed",
  },
];

/** Changes that outlast the use of the skill: start-up files, schedules, other agents' settings. */
export const staysBehind: TrustRule = {
  code: "stays-behind",
  title: "Something stays active afterwards",
  why: "It has effects after the skill is used or removed. A skill with that purpose should say so.",
  level: "look",
  find: inTexts(patterns),
};
