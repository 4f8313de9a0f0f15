import { all, count, flag, map, none, number, recordOf, someText, text, texts, word } from "#lib/skills/json-forms.ts";
import type { Form, Shape } from "#lib/skills/json-shape.ts";
import { hooks } from "./hooks.ts";

/** A path inside the plugin. */
const own = (end = "") => `"\\./(?:[^"\\\\]|\\\\.)*${end}"`;
const ownList = (path: string): readonly Form[] => [path, { list: path }];
/** A file of these, these themselves, or a list of both. */
const givenAs = (...forms: readonly Form[]): readonly Form[] => [...forms, { list: forms }];

const runsAt = { ...hooks, hooks: { keys: hooks } } satisfies Shape;

const commandParts: Shape = { ...all(text, "description argumentHint model"), allowedTools: texts };
const command: readonly Form[] = [
  { keys: { ...commandParts, "source!": own(), content: none } },
  { keys: { ...commandParts, "content!": someText, source: none } },
];

const mcpServer: readonly Form[] = [
  { keys: { type: word("stdio"), "command!": someText, args: texts, env: recordOf(text) } },
  { keys: { "type!": word("http|sse|ws"), "url!": text, headers: recordOf(text) } },
];
const mcpFile = [own("\\.json"), own("\\.(?:mcpb|dxt)"), '"https?://.*\\.(?:mcpb|dxt)"'];

const lspServer: Form = {
  keys: {
    "command!": '"(?:/.*|[^" ]+)"',
    args: { list: someText },
    "extensionToLanguage!": '\\{(?:"\\.[^"]+":"[^"]+",?)+\\}',
    transport: word("stdio|socket"),
    env: recordOf(text),
    workspaceFolder: text,
    ...all(count, "startupTimeout shutdownTimeout requestTimeout"),
    ...all(flag, "restartOnCrash diagnostics"),
    maxRestarts: "\\d+",
    ...all(".*", "initializationOptions settings"),
  },
  others: none,
};

const monitor: Form = {
  keys: { ...all(someText, "name! command! description!"), when: word("always|on-skill-invoke:.+") },
  others: none,
};
const monitors: readonly Form[] = [own("\\.json"), { list: monitor }];

const field: Shape = {
  "type!": word("string|number|boolean|directory|file"),
  ...all(text, "title! description!"),
  ...all(flag, "required multiple sensitive"),
  default: [text, number, flag, texts],
  ...all(number, "min max"),
};
/** Of a field with a choice one value is the default, or it is required. */
const choice: Shape = {
  ...field,
  "type!": word("string"),
  ...all("false", "multiple sensitive"),
  "options!": { list: '"[^"]{1,64}"' },
};
const fields: Form = {
  names: "[A-Za-z_]\\w*",
  others: [
    { keys: field, others: none },
    { keys: { ...choice, "default!": text }, others: none },
    { keys: { ...choice, "required!": "true" }, others: none },
  ],
};

/** A plugin's manifest. */
export const manifest: Shape = {
  "name!": '"[^ ]+"',
  version: text,
  defaultEnabled: flag,
  dependencies: {
    list: ['"[A-Za-z\\d][-\\w.]*(?:@[A-Za-z\\d][-\\w.]*)?(?:@\\^[^@"]*)?"', map],
  },
  hooks: givenAs(own("\\.json"), { keys: runsAt }),
  commands: [...ownList(own()), recordOf(command)],
  agents: ownList(own("\\.md")),
  skills: ownList(`${own()}|"\\."`),
  ...all(ownList(own()), "outputStyles themes workflows experimental.outputStyles experimental.themes"),
  ...all(monitors, "monitors experimental.monitors"),
  channels: { list: { keys: { "server!": someText, displayName: text, userConfig: fields }, others: none } },
  mcpServers: givenAs(...mcpFile, recordOf(mcpServer)),
  lspServers: givenAs(own("\\.json"), recordOf(lspServer)),
  settings: map,
  types: own("\\.d\\.ts"),
  userConfig: fields,
};
