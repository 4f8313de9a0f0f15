import type { Startup } from "#lib/harness/vocabulary/settings.ts";
import {
  all,
  count,
  flag,
  list,
  map,
  natural,
  none,
  recordOf,
  text,
  texts,
  withKeys,
  word,
} from "#lib/skills/json-forms.ts";
import type { Form, Shape } from "#lib/skills/json-shape.ts";

const whole = "-?\\d+";

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

const commandHook = withKeys({ "type!": word("command"), "command!": text, timeout: natural, async: flag });
const atEvent: Form = {
  list: withKeys({ matcher: text, hooks: { list: [commandHook, withKeys({ "type!": word("prompt|agent") })] } }),
};
const approval: readonly Form[] = [
  word("untrusted|on-failure|on-request|granular|never"),
  withKeys({ "granular!": withKeys(all(flag, "sandbox_approval! rules! mcp_elicitations!")) }),
];
const sandbox = word("read-only|workspace-write|danger-full-access");
const toolSwitch = withKeys({ enabled: flag, approval_mode: word("auto|prompt|approve") });
const telemetry: Shape = { "endpoint!": text, headers: recordOf(text) };
const exporter: readonly Form[] = [
  word("none|statsig"),
  withKeys({ "otlp-http!": withKeys({ ...telemetry, "protocol!": word("binary|json") }) }),
  withKeys({ "otlp-grpc!": withKeys(telemetry) }),
];
const access = word("read|write|none|deny");
const ownProviders = "openai|ollama|lmstudio|amazon-bedrock";

/** Values of its settings, as the program checks them. */
const shape: Shape = {
  ...all(
    text,
    "model review_model model_provider instructions developer_instructions compact_prompt chatgpt_base_url model_reasoning_effort model_catalog_json service_tier mcp_oauth_callback_url model_instructions_file oss_provider log_dir sqlite_home default_permissions js_repl_node_path experimental_compact_prompt_file model_auto_compact_token_limit_scope",
  ),
  ...all(whole, "model_context_window model_auto_compact_token_limit"),
  ...all(
    natural,
    "project_doc_max_bytes mcp_oauth_callback_port background_terminal_max_timeout tool_output_token_limit",
  ),
  // It takes no profile by this key any more.
  profile: none,
  ...all(texts, "notify project_doc_fallback_filenames project_root_markers"),
  forced_chatgpt_workspace_id: [text, texts],
  ...all(
    flag,
    "hide_agent_reasoning show_raw_agent_reasoning disable_paste_burst check_for_update_on_startup skills.include_instructions experimental_use_unified_exec_tool suppress_unstable_features_warning allow_login_shell include_permissions_instructions include_apps_instructions include_environment_context",
  ),
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
  model_providers: {
    names: `(?!(?:${ownProviders})$).*`,
    others: withKeys({
      "name!": text,
      ...all(text, "base_url env_key env_key_instructions"),
      wire_api: word("responses"),
      ...all(recordOf(text), "query_params http_headers env_http_headers"),
      ...all(natural, "request_max_retries stream_max_retries stream_idle_timeout_ms"),
      ...all(flag, "requires_openai_auth supports_websockets"),
    }),
  },
  profiles: recordOf(
    withKeys({ ...all(text, "model model_provider"), approval_policy: approval, sandbox_mode: sandbox }),
  ),
  approval_policy: approval,
  sandbox_mode: sandbox,
  sandbox_workspace_write: withKeys({
    writable_roots: texts,
    ...all(flag, "network_access exclude_tmpdir_env_var exclude_slash_tmp"),
  }),
  shell_environment_policy: withKeys({
    inherit: word("core|all|none"),
    ...all(texts, "exclude include_only"),
    ...all(flag, "ignore_default_excludes experimental_use_profile"),
    set: recordOf(text),
  }),
  history: withKeys({ persistence: word("save-all|none"), max_bytes: natural }),
  tui: withKeys({
    ...all(text, "theme pet"),
    ...all(flag, "animations show_tooltips vim_mode_default"),
    ...all(texts, "status_line terminal_title"),
    notifications: [flag, texts],
    notification_method: word("auto|osc9|osc777|bel"),
    notification_condition: word("unfocused|always"),
    alternate_screen: word("auto|always|never"),
    model_availability_nux: recordOf(natural),
  }),
  apps: recordOf(withKeys({ enabled: flag, tools: recordOf(toolSwitch) })),
  memories: withKeys({ ...all(flag, "generate_memories use_memories"), max_rollouts_per_startup: natural }),
  tools: withKeys({ web_search: [flag, withKeys({ context_size: word("low|medium|high") })] }),
  hooks: withKeys(
    all(
      atEvent,
      "PreToolUse PostToolUse PermissionRequest SessionStart UserPromptSubmit Stop PreCompact PostCompact SubagentStart SubagentStop",
    ),
  ),
  otel: withKeys({
    ...all(exporter, "exporter trace_exporter metrics_exporter"),
    environment: text,
    log_user_prompt: flag,
  }),
  permissions: recordOf(withKeys({ filesystem: recordOf([access, recordOf(access)]) })),
  notice: withKeys({ hide_full_access_warning: flag }),
  windows: withKeys({ sandbox: word("elevated|unelevated") }),
  ghost_snapshot: withKeys({ ignore_large_untracked_files: whole }),
  audio: withKeys(all(text, "microphone speaker")),
  realtime: withKeys({ transport: word("webrtc|websocket") }),
  ...all(withKeys({ enabled: flag }), "analytics feedback"),
  auto_review: withKeys({ policy: text }),
  tool_suggest: withKeys({ discoverables: list }),
  model_verbosity: word("low|medium|high"),
  model_reasoning_summary: word("auto|concise|detailed|none"),
  personality: word("none|friendly|pragmatic"),
  web_search: word("disabled|cached|indexed|live"),
  file_opener: word("vscode|vscode-insiders|windsurf|cursor|none"),
  approvals_reviewer: word("user|auto_review|guardian_subagent"),
  forced_login_method: word("chatgpt|api"),
  cli_auth_credentials_store: word("file|keyring|auto|ephemeral"),
  mcp_oauth_credentials_store: word("file|keyring|auto"),
};

const ofInterface: Shape = {
  ...all(
    [text, "null"],
    "displayName shortDescription longDescription developerName category websiteURL websiteUrl privacyPolicyURL privacyPolicyUrl termsOfServiceURL termsOfServiceUrl brandColor composerIcon logo logoDark",
  ),
  ...all(texts, "capabilities screenshots"),
};

/** A plugin's manifest. */
export const codexManifest: Shape = {
  ...all([text, "null"], "version description apps"),
  keywords: texts,
  // Its reader takes a list for the values in their order.
  interface: ["null", { list: `${text}|null` }, withKeys(ofInterface)],
};

/** Of the section about skills. */
export const codexSkills: Shape = { bundled: map, "bundled.enabled": flag };

/** The settings that Codex has to understand before it starts. */
export const codexStartup: Startup = {
  files: [{ scope: "home", path: ".codex/config.toml" }],
  format: "toml",
  refuses: "\ufffd",
  shape,
  invalid: "Error loading config.toml:",
  unreadable: "Error loading config.toml:",
};
