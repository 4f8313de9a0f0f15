import { anyOf } from "./any-of.ts";
import { inTexts, type Pattern } from "./patterns.ts";
import type { TrustRule } from "./rule.ts";

const agents = /\b(?:claude|codex|gemini|opencode|aider|cursor-agent|qwen|amp|goose)\b/i;

const patterns: readonly Pattern[] = [
  {
    needs: anyOf(
      "dangerously",
      "--yolo",
      "bypasspermissions",
      "--allow-all",
      "auto-approve",
      "approval_policy",
      "--full-auto",
      "approval-mode",
    ),
    pattern:
      /--dangerously-[\w-]{6,50}|(?<![\w-])--yolo\b|["']?\b(?:defaultMode|permission-mode|permissionMode)["']?[ \t:=]{1,4}["']?bypassPermissions|--permission-mode[ \t=]{1,3}bypassPermissions|--allow-all-(?:tools|paths)\b|\bapproval_policy[ \t]{0,3}=[ \t]{0,3}["']never["']|--approval-mode[ \t=]{1,3}(?:yolo|full-auto)/gi,
    // The text mentions the switch, but not in a command that starts an agent.
    unless: ({ index }, file) =>
      file.kind === "text" && !file.isFenced(index) && !agents.test(file.line(file.lineAt(index))),
    says: "An agent is started without asking for approval",
  },
  {
    needs: anyOf("curl", "wget", "verify", "reject", "stricthostkey", "sslverify", "insecure"),
    pattern:
      /\bcurl\b[^\n]{0,80}[ \t](?:-\w{0,6}k\w{0,4}|--insecure)(?=\s)[^\n]{0,120}|\bwget\b[^\n]{0,80}--no-check-certificate|\bNODE_TLS_REJECT_UNAUTHORIZED["']?\]?[ \t]{0,3}=[ \t]{0,3}["']?0|\bhttp\.sslVerify(?:[ \t]{1,3}|=)false|\bGIT_SSL_NO_VERIFY[ \t]{0,2}=[ \t]{0,2}(?:1|true)/g,
    says: "Identity checks of connections are turned off",
  },
  {
    needs: anyOf("verify", "check_hostname", "stricthostkeychecking", "rejectunauthorized", "cert_none"),
    pattern:
      /\bverify[ \t]{0,2}=[ \t]{0,2}False\b|\bStrictHostKeyChecking[ \t=]{1,3}no\b|\brejectUnauthorized[ \t]{0,2}:[ \t]{0,2}false|ssl\.(?:_create_unverified_context|CERT_NONE)/g,
    says: "Identity checks of connections are turned off",
    level: "note",
  },
  {
    needs: anyOf(
      "setenforce",
      "spctl",
      "csrutil",
      "quarantine",
      "executionpolicy",
      "ufw ",
      "iptables",
      "mppreference",
      "netsh",
      "sc stop",
      "auditctl",
      "fdesetup",
      "gatekeeper",
    ),
    pattern:
      /\bsetenforce[ \t]{1,3}0\b|\bspctl[ \t]{1,3}--(?:master|global)-disable|\bcsrutil[ \t]{1,3}disable|\bxattr[ \t]{1,3}-\w{0,3}[dc]\w{0,3}[ \t]{1,3}(?:com\.apple\.quarantine|-r)|\bSet-ExecutionPolicy\b[^\n]{0,40}\b(?:Bypass|Unrestricted)\b|-ExecutionPolicy[ \t]{1,3}(?:Bypass|Unrestricted)|\bufw[ \t]{1,3}disable|\biptables[ \t]{1,3}-F\b|\b(?:Set|Add)-MpPreference\b[^\n]{0,80}(?:Disable\w{4,40}|Exclusion\w{4,12})|\bnetsh\b[^\n]{0,40}firewall[^\n]{0,40}(?:off|disable)|\bauditctl[ \t]{1,3}-[eD]/gi,
    // Applies to a single process.
    noteIf: /-Scope Process|\b(?:powershell|pwsh)(?:\.exe)?\b[^\n]{0,80}-ExecutionPolicy/i,
    says: "A protection of the system is switched off",
  },
  {
    needs: anyOf(
      "histfile",
      "history -c",
      "histsize",
      "bash_history",
      "shred",
      "clear-history",
      "wevtutil",
      "/var/log",
    ),
    pattern:
      /\bunset[ \t]{1,3}HISTFILE\b|\bHIST(?:FILE|SIZE)[ \t]{0,2}=[ \t]{0,2}(?:\/dev\/null|0)\b|\bhistory[ \t]{1,3}-c\b|(?:rm|shred|truncate|>)[^\n]{0,40}\.(?:bash|zsh)_history|\bClear-History\b|\bwevtutil(?:\.exe)?[ \t]{1,3}cl\b|\brm[ \t]{1,3}-\w{1,4}[ \t]{1,3}\/var\/log(?:\/|\b)/gi,
    says: "Traces are wiped",
    level: "alarm",
  },
  {
    needs: anyOf("--no-verify", "--no-gpg-sign", "skip_hooks", "husky=0"),
    pattern: /\bgit[ \t]{1,3}(?:commit|push|merge)\b[^\n]{0,80}--no-verify\b/g,
    says: "The project's own checks are skipped",
    level: "note",
  },
  {
    needs: anyOf(
      "ignore-scripts",
      "trusted-host",
      "allow-unauthenticated",
      "force-yes",
      "nogpgcheck",
      "--disable-gpg",
      "break-system-packages",
    ),
    pattern:
      /--trusted-host\b|\bapt(?:-get)?\b[^\n]{0,80}--allow-unauthenticated\b|--force-yes\b|--nogpgcheck\b|--no-gpg-check\b/g,
    says: "Packages are installed without a check of who made them",
  },
];

/** Turns off safety checks, sandboxes or confirmations. */
export const weakensGuards: TrustRule = {
  code: "weakens-guards",
  title: "A safeguard is switched off",
  why: "Safeguards are there for mistakes and for lies.",
  level: "look",
  find: inTexts(patterns),
};
