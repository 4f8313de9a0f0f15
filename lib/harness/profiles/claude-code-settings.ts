import type { Shape } from "#lib/harness/vocabulary/shape.ts";

const text = '"(?:[^"\\\\]|\\\\.)*"';
const texts = `\\[(?:${text},?)*\\]`;
const [list, map, flag] = ["\\[.*\\]", "\\{.*\\}", "true|false"];

/** The same pattern for several keys. */
const all = (pattern: string, keys: string): Shape => Object.fromEntries(keys.split(" ").map((key) => [key, pattern]));

/** What it runs at an event is a list of what has a list of hooks: any that is known says what is to be run. */
const event =
  '"(?:(?:Pre|Post)ToolUse|Notification|UserPromptSubmit|Session(?:Start|End)|Stop|Subagent(?:Start|Stop)|PreCompact|PermissionRequest|Setup)"';
const hooks = [
  `(?!.*${event}:(?:[^[]|\\[[^{\\]]|\\[\\{(?:(?!"hooks":\\[|${event}).)*$))`,
  '(?!.*"matcher":[^"])(?!.*"type":"(?!command|prompt|agent|http|mcp_tool))(?!.*\\{"type":"\\w+"\\}).*',
].join("");

/** Values of settings as the program checks them: with one that is wrong, it reads nothing of the file. */
export const settingsShape: Shape = {
  skillOverrides: `\\{(?:${text}:"(?:on|off|name-only|user-invocable-only)",?)*\\}`,
  enabledPlugins: `\\{(?:${text}:(?:${flag}|${texts}),?)*\\}`,
  ...all(map, "permissions env sandbox"),
  ...all(list, "permissions.allow permissions.ask permissions.deny"),
  "permissions.defaultMode": '"(?:auto|bypassPermissions|acceptEdits|plan|default|manual|dontAsk)"',
  skillListingBudgetFraction: "1|0\\.\\d+|\\d.*e-\\d+",
  ...all("[1-9]\\d*", "skillListingMaxDescChars cleanupPeriodDays"),
  ...all('"disable"', "permissions.disableBypassPermissionsMode disableAutoMode"),
  ...all(`${flag}|null`, "disableBundledSkills disableSkillShellExecution enableAllProjectMcpServers"),
  ...all(
    flag,
    "includeCoAuthoredBy includeGitInstructions alwaysThinkingEnabled disableAllHooks respectGitignore spinnerTipsEnabled verbose autoCompactEnabled autoMemoryEnabled fileCheckpointingEnabled prefersReducedMotion showThinkingSummaries promptSuggestionEnabled terminalProgressBarEnabled",
  ),
  ...all(
    text,
    "$schema model agent apiKeyHelper awsAuthRefresh awsCredentialExport gcpAuthRefresh otelHeadersHelper language outputStyle plansDirectory",
  ),
  ...all(texts, "permissions.additionalDirectories availableModels disabledMcpjsonServers companyAnnouncements"),
  ...all('\\{(?=.*"type":"command")(?=.*"command":").*\\}', "statusLine fileSuggestion"),
  attribution: `${flag}|${map}`,
  hooks,
  extraKnownMarketplaces: '(?!.*"source":"(?!url|github|git|npm|file|directory|settings|hostPattern|pathPattern)).*',
};
