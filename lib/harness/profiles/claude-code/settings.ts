import { all, count, flag, list, map, number, recordOf, text, texts, word } from "#lib/skills/json-forms.ts";
import type { Shape } from "#lib/skills/json-shape.ts";
import { hooks } from "./hooks.ts";

const flags =
  "includeCoAuthoredBy includeGitInstructions alwaysThinkingEnabled disableAllHooks respectGitignore spinnerTipsEnabled verbose autoCompactEnabled autoMemoryEnabled fileCheckpointingEnabled prefersReducedMotion showThinkingSummaries promptSuggestionEnabled terminalProgressBarEnabled wslInheritsWindowsSettings disableDirectMcpSkills disableReplyCheck disableAgentView disableRemoteControl disableWorkflows disableArtifact enableArtifact enableWorkflows workflowKeywordTriggerEnabled disableWindowsBashCommandSplit bashEditDiffEnabled respondToBashCommands allowManagedHooksOnly allowManagedPermissionRulesOnly allowManagedMcpServersOnly allowAllClaudeAiMcps allowClaudeInChromeWithManagedMcp disableCommandPluginSources disableSideloadFlags allowNestedModelAccessUnderForceLogin forceRemoteSettingsRefresh skipWebFetchPreflight clawdFileProgressEnabled syntaxHighlightingDisabled terminalTitleFromRename fastMode fastModePerSessionOptIn emojiCompletionEnabled voiceEnabled channelsEnabled axScreenReader autoDreamEnabled skipAutoPermissionPrompt useAutoModeDuringPlan skipDangerousModePermissionPrompt showTurnDuration todoFeatureEnabled permissions.blockReadsOutsideWorkingDirectories";
const textKeys =
  "$schema model agent apiKeyHelper awsAuthRefresh awsCredentialExport gcpAuthRefresh otelHeadersHelper language outputStyle plansDirectory attributionProject modelCatalogUrl modelCatalogPublicKey prUrlTemplate advisorModel minimumVersion requiredMinimumVersion requiredMaximumVersion downloadsMirrorUrl claudeMd pluginTrustMessage autoMemoryDirectory processWrapper proxyAuthHelper";
const textLists =
  "permissions.additionalDirectories availableModels disabledMcpjsonServers companyAnnouncements fallbackModel allowedHttpHookUrls httpHookAllowedEnvVars pluginSuggestionMarketplaces worktree.symlinkDirectories worktree.sparsePaths claudeMdExcludes";
const runs = { "type!": word("command"), "command!": text };

/** Values of settings as the program checks them: with one that is wrong, it reads nothing of the file. */
export const settingsShape: Shape = {
  skillOverrides: recordOf(word("on|off|name-only|user-invocable-only")),
  enabledPlugins: recordOf([flag, texts]),
  ...all(map, "permissions env worktree"),
  ...all(list, "permissions.allow permissions.ask permissions.deny"),
  "permissions.defaultMode": word("auto|bypassPermissions|acceptEdits|plan|default|manual|dontAsk"),
  ...all(
    word("disable"),
    "permissions.disableBypassPermissionsMode permissions.disableAutoMode disableAutoMode disableDeepLinkRegistration",
  ),
  skillListingBudgetFraction: "1|0\\.\\d+|\\d.*e-\\d+",
  ...all(count, "skillListingMaxDescChars cleanupPeriodDays"),
  desktopSessionCleanupPeriodDays: "\\d+",
  feedbackSurveyRate: "[01]|0\\.\\d+",
  ...all(
    [flag, "null"],
    "disableBundledSkills disableSkillShellExecution enableAllProjectMcpServers syncClaudeAiSkills syncClaudeAiPlugins enforceAvailableModels disableClaudeAiConnectors",
  ),
  ...all(flag, flags),
  ...all(text, textKeys),
  ...all(texts, textLists),
  modelOverrides: recordOf(text),
  workflowSizeGuideline: word("unrestricted|small|medium|large"),
  defaultShell: word("bash|powershell"),
  feedbackDrafts: word("notify|quiet|off"),
  "worktree.baseRef": word("fresh|head"),
  quietHours: { keys: { enabled: flag, ...all('"(?:[01]?\\d|2[0-3]):[0-5]\\d"', "start end") } },
  breakReminder: {
    keys: { enabled: flag, ...all(count, "intervalMinutes breakThresholdMinutes"), message: text },
  },
  ...all(word("first-wins|merge"), "parentSettingsBehavior managedSourcesBehavior"),
  ...all([text, texts], "enabledMcpjsonServers forceLoginOrgUUID"),
  ...all({ list: map }, "strictKnownMarketplaces allowedMarketplaces blockedMarketplaces"),
  autoUpdatesChannel: word("latest|stable|rc"),
  defaultView: word("chat|transcript"),
  tui: word("default|fullscreen"),
  voice: { keys: { ...all(flag, "enabled autoSubmit"), mode: word("hold|tap") } },
  remote: { keys: { defaultEnvironmentId: text } },
  autoMode: { keys: { ...all(texts, "allow soft_deny hard_deny environment"), classifyAllShell: flag } },
  pluginConfigs: recordOf({ keys: { mcpServers: recordOf(map), options: map } }),
  sshConfigs: {
    list: { keys: { ...all(text, "id! name! sshHost! sshIdentityFile startDirectory"), sshPort: "-?\\d+" } },
  },
  sandbox: {
    keys: {
      ...all(flag, "enabled failIfUnavailable autoAllowBashIfSandboxed allowUnsandboxedCommands"),
      network: { keys: all(texts, "allowedDomains deniedDomains") },
      filesystem: { keys: all(texts, "allowWrite denyWrite allowRead denyRead") },
      excludedCommands: texts,
      ignoreViolations: recordOf(texts),
    },
  },
  spinnerVerbs: { keys: { "mode!": word("append|replace"), "verbs!": texts } },
  statusLine: { keys: { ...runs, padding: number, hideVimModeIndicator: flag } },
  fileSuggestion: { keys: runs },
  attribution: [flag, { keys: { ...all(text, "commit pr"), sessionUrl: flag } }],
  ...Object.fromEntries(Object.entries(hooks).map(([event, form]) => [`hooks.${event}`, form])),
  ...all(
    '(?!.*"source":"(?!url|github|git|npm|file|directory|settings|hostPattern|pathPattern)).*',
    "extraKnownMarketplaces additionalMarketplaces",
  ),
};

/** The kinds of a marketplace's source, and what each has to say. */
const sources = {
  github: "repo",
  "git|url": "url",
  npm: "package",
  "file|directory": "path",
  settings: "name",
  "(?:host|path)Pattern": "\\w+Pattern",
};

/** An entry of its list of marketplaces. */
export const knownMarket: Shape = {
  "source!": Object.entries(sources)
    .map(([kinds, key]) => `\\{(?=.*"source":"(?:${kinds})").*"${key}":".*\\}`)
    .join("|"),
  ...all(text, "installLocation! lastUpdated!"),
  autoUpdate: flag,
  declaredByManagedSettings: "true",
};

/** A marketplace's list of plugins. */
export const market: Shape = {
  "name!": '"[^ /\\\\]+"',
  "owner.name!": '".+"',
  ...all(text, "$schema version description owner.email owner.url metadata.pluginRoot"),
  metadata: map,
};
