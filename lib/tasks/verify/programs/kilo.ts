import type { Program } from "../program.ts";
import { asCommand, openCodeServer, openCodeSettings, toldByOpenCode } from "./opencode.ts";
import { openCodeChance } from "./opencode-chance.ts";

const settings = ".config/kilo/kilo.json";

/** Its tool lists a skill's files with `rg`, which this machine needs to have. */
export const kilo: Program = {
  id: "kilo",
  label: "Kilo",
  package: "@kilocode/cli",
  version: "7.7.7",
  command: "kilo",
  wire: "completions",
  folders: { project: ".kilo/skills", home: ".config/kilo/skills", own: ".kilo" },
  model: "fake-model",
  limit: 150,
  env: {
    KILO_DISABLE_AUTOUPDATE: "1",
    KILO_DISABLE_CODEBASE_INDEXING: "1",
    KILO_DISABLE_DEFAULT_PLUGINS: "1",
    KILO_DISABLE_LSP_DOWNLOAD: "1",
    KILO_DISABLE_MODELS_FETCH: "1",
    KILO_DISABLE_PRESENCE: "1",
    KILO_DISABLE_SESSION_INGEST: "1",
  },
  settings: openCodeChance("kilo", openCodeSettings),
  setup: ({ home }) => ({ [`${home}/${settings}`]: JSON.stringify(openCodeSettings) }),
  headless: { byUser: "none", passes: "commands", opens: "working-folder" },
  line: (line) => line,
  args: (prompt) => ["run", "--", prompt],
  inTerminal: asCommand,
  warm: openCodeServer,
  call: ([name]) => ({ name: "skill", input: { name } }),
  read: (path) => ({ name: "read", input: { filePath: path } }),
  told: (...asked) => toldByOpenCode(asked, (message) => message.replace(surroundings, "")),
};

/** The time and folders that it appends to a person's message. */
const surroundings = /\n*<environment_details>[\s\S]*?<\/environment_details>/g;
