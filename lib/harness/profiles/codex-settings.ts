import type { Startup } from "#lib/harness/vocabulary/settings.ts";
import { all, count, flag, map, none, recordOf, text, texts, word } from "#lib/skills/json-forms.ts";
import type { Form, Shape } from "#lib/skills/json-shape.ts";

const whole = "-?\\d+";
const natural = "\\d+";
/** An object with these keys, whatever else is in it. */
const withKeys = (keys: Shape): Form => ({ keys });

const seconds = "\\d.*";
const anyServer: Shape = {
  ...all(flag, "enabled required"),
  ...all(seconds, "startup_timeout_sec tool_timeout_sec"),
  startup_timeout_ms: natural,
  ...all(texts, "enabled_tools disabled_tools scopes"),
  tools: recordOf(withKeys({ approval_mode: word("auto|prompt|approve") })),
  bearer_token: none,
};
const ofCommand: Shape = { args: texts, env: recordOf(text), env_vars: { list: [text, map] }, cwd: text };
const ofAddress: Shape = {
  ...all(text, "bearer_token_env_var oauth_resource"),
  ...all(recordOf(text), "http_headers env_http_headers"),
  oauth: withKeys({ client_id: text }),
};
/** None of these keys. */
const without = (keys: Shape) => all(none, Object.keys(keys).join(" "));
/** A server is a command or has an address. */
const server: readonly Form[] = [
  withKeys({ ...anyServer, "command!": text, url: none, ...ofCommand, ...without(ofAddress) }),
  withKeys({ ...anyServer, "url!": text, command: none, ...ofAddress, ...without(ofCommand) }),
];

/** Values of its settings, as the program checks them. */
const shape: Shape = {
  ...all(
    text,
    "model review_model model_provider instructions developer_instructions compact_prompt chatgpt_base_url tui.theme",
  ),
  ...all(whole, "model_context_window model_auto_compact_token_limit"),
  project_doc_max_bytes: natural,
  // It takes no profile by this key any more.
  profile: none,
  ...all(texts, "notify project_doc_fallback_filenames project_root_markers"),
  ...all(
    flag,
    "hide_agent_reasoning show_raw_agent_reasoning disable_paste_burst check_for_update_on_startup skills.include_instructions agents.enabled",
  ),
  ...all(map, "tui apps memories profiles history hooks otel permissions windows notice tools ghost_snapshot"),
  ...all(map, "sandbox_workspace_write shell_environment_policy"),
  "skills.config": { list: withKeys({ ...all(text, "name path"), "enabled!": flag }) },
  features: { keys: { multi_agent_v2: [flag, withKeys({ enabled: flag })] }, others: flag },
  plugins: recordOf(withKeys({ enabled: flag, mcp_servers: recordOf(withKeys({ enabled: flag })) })),
  projects: recordOf(withKeys({ trust_level: word("(?:un)?trusted") })),
  agents: {
    keys: { max_threads: count, max_depth: whole, job_max_runtime_seconds: natural, enabled: flag },
    others: withKeys({ ...all(text, "description config_file"), nickname_candidates: texts }),
  },
  marketplaces: recordOf(
    withKeys({ source_type: word("git|local"), ...all(text, "source ref last_updated"), sparse_paths: texts }),
  ),
  mcp_servers: recordOf(server),
  model_providers: recordOf(
    withKeys({
      "name!": text,
      ...all(text, "base_url env_key env_key_instructions"),
      wire_api: word("responses"),
      ...all(recordOf(text), "query_params http_headers env_http_headers"),
      ...all(natural, "request_max_retries stream_max_retries stream_idle_timeout_ms"),
      ...all(flag, "requires_openai_auth supports_websockets"),
    }),
  ),
  approval_policy: [word("untrusted|on-failure|on-request|granular|never"), map],
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
