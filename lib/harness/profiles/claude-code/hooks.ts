import { above0, all, flag, map, text, texts, word } from "#lib/skills/json-forms.ts";
import type { Form, Shape } from "#lib/skills/json-shape.ts";

const shared: Shape = { timeout: above0, ...all(text, "statusMessage if"), once: flag };

/** What may run at an event. */
const hook: readonly Form[] = [
  {
    "type!": word("command"),
    "command!": text,
    ...all(flag, "async asyncRewake"),
    shell: word("bash|powershell"),
    args: texts,
  },
  { "type!": word("prompt|agent"), "prompt!": text, model: text },
  { "type!": word("http"), "url!": '"[A-Za-z][-+.A-Za-z\\d]*:.+"', headers: { others: text }, allowedEnvVars: texts },
  { "type!": word("mcp_tool"), ...all(text, "server! tool!"), input: map },
].map((keys: Shape) => ({ keys: { ...shared, ...keys } }));

const atEvent: readonly Form[] = ["null", { list: { keys: { matcher: text, "hooks!": { list: hook } } } }];

/** It only looks closely at what guards tools; what is wrong at another event is left out. */
export const hooks: Shape = all(atEvent, "PreToolUse PermissionRequest");
