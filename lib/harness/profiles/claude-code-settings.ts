import type { Shape } from "#lib/skills/json-shape.ts";
import { all, flag, list, map, recordOf, text, texts } from "./json-patterns.ts";

/** What it runs at an event is a list of what has a list of hooks: any that is known says what is to be run. */
const event =
  '"(?:(?:Pre|Post)ToolUse|Notification|UserPromptSubmit|Session(?:Start|End)|Stop|Subagent(?:Start|Stop)|PreCompact|PermissionRequest|Setup)"';
const hooks = [
  `(?!.*${event}:(?:[^[]|\\[[^{\\]]|\\[\\{(?:(?!"hooks":\\[|${event}).)*$))`,
  '(?!.*"matcher":[^"])(?!.*"type":"(?!command|prompt|agent|http|mcp_tool))(?!.*\\{"type":"\\w+"\\}).*',
].join("");

/** Values of settings as the program checks them: with one that is wrong, it reads nothing of the file. */
export const settingsShape: Shape = {
  skillOverrides: recordOf('"(?:on|off|name-only|user-invocable-only)"'),
  enabledPlugins: recordOf(`${flag}|${texts}`),
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

const own = (end = "") => `"\\./(?:[^"\\\\]|\\\\.)*${end}"`;
const ownList = (path: string) => `${path}|\\[(?:(?:${path}),?)*\\]`;
/** Objects by name, one of which at least holds these. */
const withParts = (...parts: readonly string[]) => `\\{\\}|\\{${parts.map((part) => `(?=.*${part})`).join("")}.*\\}`;
const monitors = `${own("\\.json")}|\\[\\]|\\[(?=.*"name":")(?=.*"command":")(?=.*"description":").*\\]`;

const option = "type|title|description|required|default|multiple|sensitive|min|max|options";

/** A plugin's manifest. No pattern has a `.*` that is repeated: a stranger's text could keep it trying for ever. */
export const manifest: Shape = {
  "name!": '"[^ ]+"',
  version: text,
  defaultEnabled: flag,
  dependencies: '\\[(?:(?:"[A-Za-z\\d][-\\w.]*(?:@[A-Za-z\\d][-\\w.]*)?(?:@\\^[^@"]*)?"|\\{[^{}]*\\}),?)*\\]',
  hooks: `${own("\\.json")}|\\{${hooks}\\}|\\[\\]|\\[(?:${own("\\.json")}|\\{)${hooks}\\]`,
  commands: `${ownList(own())}|\\{(?:${text}:\\{(?:(?=[^{}]*"source":"\\./)(?![^{}]*"content":)|(?![^{}]*"source":)(?=[^{}]*"content":"))[^{}]*\\},?)*\\}`,
  agents: ownList(own("\\.md")),
  skills: ownList(`${own()}|"\\."`),
  ...all(ownList(own()), "outputStyles themes workflows experimental.outputStyles experimental.themes"),
  ...all(monitors, "monitors experimental.monitors"),
  channels: `(?!.*"(?!server|displayName|userConfig|${option})\\w+":)(?:\\[\\]|\\[\\{(?=.*"server":"[^"]).*\\])`,
  mcpServers: `${own("\\.(?:json|mcpb|dxt)")}|"https?:.*"|\\[.*\\]|${withParts('"(?:command|url)":"')}`,
  lspServers: `${own("\\.json")}|\\[.*\\]|${withParts('"command":"', '"extensionToLanguage":\\{"')}`,
  settings: map,
  types: own("\\.d\\.ts"),
  userConfig: `(?!\\{"(?![A-Za-z_]\\w*":))(?:${withParts('"type":"(?:string|number|boolean|directory|file)"', '"title":"', '"description":"')})`,
};
