import type { Startup } from "#lib/harness/vocabulary/settings.ts";
import type { Shape } from "#lib/skills/json-shape.ts";
import { all, flag, map, pair, recordOf, table, text, texts } from "./json-patterns.ts";

const whole = "-?\\d+";
/** One of these words. */
const word = (words: string) => `"(?:${words})"`;
/** Before the pattern of an object: none of these keys, here or deeper, has a value that does not fit. */
const checks = (...keys: readonly (readonly [key: string, pattern: string])[]) =>
  keys.map(([key, pattern]) => `(?!.*"${key}":(?!${pattern}))`).join("");
/** An object of objects. */
const maps = '(?!\\{"[^"]*":[^{])';

/** A server is a command or has an address. */
const server = [
  `(?!\\{(?:${pair})*"(?:command|url)":${text},?(?:${pair})*"(?:command|url)":)`,
  `\\{(?:${pair})*"(?:command|url)":${text},?(?:${pair})*\\}`,
].join("");

/** Values of its settings, as the program checks them. */
const shape: Shape = {
  ...all(
    text,
    "model review_model model_provider instructions developer_instructions compact_prompt chatgpt_base_url tui.theme",
  ),
  ...all(whole, "model_context_window model_auto_compact_token_limit"),
  project_doc_max_bytes: "\\d+",
  // It takes no profile by this key any more.
  profile: "(?!)",
  ...all(texts, "notify project_doc_fallback_filenames project_root_markers"),
  ...all(
    flag,
    "hide_agent_reasoning show_raw_agent_reasoning disable_paste_burst check_for_update_on_startup skills.include_instructions agents.enabled",
  ),
  ...all(map, "tui apps memories profiles history hooks otel permissions windows notice tools ghost_snapshot"),
  ...all(map, "model_providers sandbox_workspace_write shell_environment_policy"),
  "skills.config": `(?!.*"(?:name|path)":[^"])\\[(?:(?=\\{(?:${pair})*"enabled":(?:${flag}))${table},?)*\\]`,
  features: `\\{(?:${text}:(?:${flag})|"multi_agent_v2":${table}|,)*\\}`,
  plugins: maps + checks(["enabled", flag]) + map,
  projects: maps + checks(["trust_level", word("(?:un)?trusted")]) + map,
  agents: checks(["description", text], ["max_\\w+", "\\d+"]) + map,
  marketplaces: maps + checks(["source", text]) + map,
  mcp_servers: checks(["enabled", flag], ["env", recordOf(text)], ["args", texts]) + recordOf(server),
  approval_policy: `${word("untrusted|on-failure|on-request|granular|never")}|${map}`,
  sandbox_mode: word("read-only|workspace-write|danger-full-access"),
  model_verbosity: word("low|medium|high"),
  model_reasoning_summary: word("auto|concise|detailed|none"),
  personality: word("none|friendly|pragmatic"),
  web_search: word("disabled|cached|indexed|live"),
  file_opener: word("vscode|vscode-insiders|windsurf|cursor|none"),
  cli_auth_credentials_store: word("file|keyring|auto|ephemeral"),
  "history.persistence": word("save-all|none"),
  "shell_environment_policy.inherit": word("core|all|none"),
};

/** Of the section about skills. */
export const codexSkills: Shape = { bundled: map, "bundled.enabled": flag };

/** The settings that Codex has to understand before it starts. */
export const codexStartup: Startup = {
  files: [{ scope: "home", path: ".codex/config.toml" }],
  format: "toml",
  shape,
  invalid: "Error loading config.toml:",
  unreadable: "Error loading config.toml:",
};
