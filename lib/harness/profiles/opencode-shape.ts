import {
  all,
  count,
  flag,
  map,
  natural,
  number,
  recordOf,
  text,
  texts,
  withKeys,
  word,
} from "#lib/skills/json-forms.ts";
import type { Form, Shape } from "#lib/skills/json-shape.ts";

const timeout: Form = [count, "false"];

const action = word("ask|allow|deny");
/** Rules for tools, of which some have no patterns. */
const permissionWith = (each: Form): Form => [
  action,
  { keys: all(each, "todowrite question webfetch websearch doom_loop"), others: [each, recordOf(each)] },
];
const permission = permissionWith(action);

const agentKeys: Shape = {
  ...all(text, "model variant prompt description"),
  ...all(flag, "disable hidden"),
  ...all(number, "temperature top_p"),
  ...all(count, "steps maxSteps"),
  mode: word("subagent|primary|all"),
  color: [word("#[0-9a-fA-F]{6}"), word("primary|secondary|accent|success|warning|error|info")],
  options: map,
  permission,
  tools: recordOf(flag),
};

const command: Shape = { ...all(text, "description agent model variant"), subtask: flag };

const formatter = withKeys({ disabled: flag, ...all(texts, "command extensions"), environment: recordOf(text) });

const languageServer: readonly Form[] = [
  withKeys({ "disabled!": "true" }),
  withKeys({ "command!": texts, extensions: texts, disabled: flag, env: recordOf(text), initialization: map }),
];

/** It passes over an object here. */
const serverTimeout: Form = [count, map];
const mcp: readonly Form[] = [
  withKeys({
    "type!": word("local"),
    "command!": texts,
    cwd: text,
    environment: recordOf(text),
    enabled: flag,
    timeout: serverTimeout,
  }),
  withKeys({
    "type!": word("remote"),
    "url!": text,
    enabled: flag,
    headers: recordOf(text),
    oauth: [withKeys({ ...all(text, "clientId clientSecret scope redirectUri"), callbackPort: count }), "false"],
    timeout: serverTimeout,
  }),
  withKeys({ "enabled!": flag }),
];

const price: Shape = { ...all(number, "input! output! cache_read cache_write") };
const kinds: Form = { list: word("text|audio|image|video|pdf") };
const model = withKeys({
  ...all(text, "id name family release_date"),
  ...all(flag, "attachment reasoning temperature tool_call experimental"),
  interleaved: [flag, text, withKeys({ "field!": text })],
  cost: withKeys({ ...price, context_over_200k: withKeys(price) }),
  limit: withKeys(all(number, "context! output! input")),
  modalities: withKeys(all(kinds, "input output")),
  status: word("alpha|beta|deprecated|active"),
  provider: withKeys(all(text, "npm api")),
  options: map,
  headers: recordOf(text),
  variants: recordOf(withKeys({ disabled: flag })),
});
const provider = withKeys({
  ...all(text, "api name id npm"),
  ...all(texts, "env whitelist blacklist"),
  options: withKeys({
    ...all(text, "apiKey baseURL enterpriseUrl"),
    setCacheKey: flag,
    ...all(timeout, "timeout headerTimeout chunkTimeout"),
  }),
  models: recordOf(model),
});

const described: Shape = { description: text, hidden: flag };
const reference: readonly Form[] = [
  text,
  withKeys({ "repository!": text, branch: text, ...described }),
  withKeys({ "path!": text, ...described }),
];

/** Values of OpenCode's settings, as the program checks them. */
export const openCodeShape: Shape = {
  permission,
  ...all(recordOf(withKeys(agentKeys)), "agent mode"),
  tools: recordOf(flag),
  skills: [withKeys(all(texts, "paths urls")), texts],
  ...all(texts, "instructions disabled_providers enabled_providers"),
  ...all(text, "$schema shell model small_model default_agent username"),
  ...all(flag, "snapshot autoshare"),
  server: withKeys({ port: count, ...all(text, "hostname mdnsDomain"), mdns: flag, cors: texts }),
  watcher: withKeys({ ignore: texts }),
  ...all(recordOf(reference), "references reference"),
  provider: recordOf(provider),
  mcp: recordOf(mcp),
  attachment: withKeys({
    image: withKeys({ auto_resize: flag, ...all(count, "max_width max_height max_base64_bytes") }),
  }),
  enterprise: withKeys({ url: text }),
  tool_output: withKeys(all(count, "max_lines max_bytes")),
  compaction: withKeys({
    ...all(flag, "auto prune"),
    ...all(natural, "tail_turns preserve_recent_tokens reserved"),
  }),
  experimental: withKeys({
    ...all(flag, "disable_paste_summary batch_tool openTelemetry continue_loop_on_deny"),
    primary_tools: texts,
    mcp_timeout: count,
    policies: {
      list: withKeys({ "action!": word("provider\\.use"), "effect!": word("allow|deny"), "resource!": text }),
    },
  }),
  formatter: [flag, recordOf(formatter)],
  lsp: [flag, recordOf(languageServer)],
  command: recordOf(withKeys({ "template!": text, ...command })),
  plugin: { list: [text, `\\[${text},\\{.*\\}\\]`] },
  logLevel: word("DEBUG|INFO|WARN|ERROR"),
  share: word("manual|auto|disabled"),
  autoupdate: [flag, word("notify")],
  layout: word("auto|stretch"),
  subagent_depth: natural,
};

const kiloPermission = permissionWith([action, "null"]);
const kiloAgent = withKeys({
  ...agentKeys,
  ...all([text, "null"], "model prompt description"),
  ...all([number, "null"], "temperature top_p"),
  steps: [count, "null"],
  ...all(text, "displayName source"),
  permission: kiloPermission,
});

/** As Kilo checks them: `null` takes a value back, and its skills are no list. */
export const kiloShape: Shape = {
  ...openCodeShape,
  permission: kiloPermission,
  ...all(recordOf(kiloAgent), "agent mode"),
  skills: withKeys(all(texts, "paths urls")),
  command: recordOf(withKeys({ template: text, ...command })),
  provider: recordOf([provider, "null"]),
  ...all([text, "null"], "model small_model subagent_model subagent_variant default_agent"),
};
