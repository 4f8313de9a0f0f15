import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import { modelKey, modelPort } from "../jail/jail-task.ts";
import type { Program } from "../program.ts";
import { extensions, nameList, part, settingsOf, someOf } from "../random-settings.ts";
import type { Told } from "../told.ts";
import { listIn, ownRows, rowsIn, toldTool, withoutRows } from "../wire-text.ts";

interface Body {
  readonly systemInstruction?: { readonly parts: readonly Part[] };
  readonly contents: readonly { readonly role: string; readonly parts: readonly Part[] }[];
  readonly tools?: readonly { readonly functionDeclarations?: readonly Declaration[] }[];
}

interface Part {
  readonly text?: string;
  readonly functionResponse?: { readonly response?: { readonly output?: string; readonly error?: string } };
}

interface Declaration {
  readonly name: string;
  readonly description: string;
  readonly parametersJsonSchema: unknown;
}

const settings = "home/.gemini/settings.json";
const usual = {
  security: { auth: { selectedType: "gemini-api-key" } },
  privacy: { usageStatisticsEnabled: false },
  general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
};

const parts = part(
  "skills",
  someOf(part("disabled", nameList), part("disabled", nameList), part("enabled", fc.boolean())),
);

/** Introduces the program's text about its environment. */
const surroundings = "<session_context>";

export const geminiCli: Program = {
  id: "gemini-cli",
  label: "Gemini CLI",
  package: "@google/gemini-cli",
  version: "0.61.0",
  command: "gemini",
  wire: "google",
  folders: { project: ".gemini/skills", home: ".gemini/skills", own: ".gemini" },
  model: "gemini-2.5-pro",
  env: {
    GEMINI_API_KEY: modelKey,
    GOOGLE_GEMINI_BASE_URL: `http://127.0.0.1:${modelPort}`,
    GEMINI_CLI_TRUST_WORKSPACE: "true",
    // Otherwise it starts itself once more, with more memory.
    GEMINI_CLI_NO_RELAUNCH: "true",
  },
  warm: { module: "@google/gemini-cli/bundle/gemini.js" },
  settings: fc.oneof(
    settingsOf({ [settings]: parts.map((each) => ({ ...usual, ...each })), "app/.gemini/settings.json": parts }),
    extensions(".gemini", "gemini-extension.json"),
  ),
  setup: ({ home }) => ({ [`${home}/.gemini/settings.json`]: JSON.stringify(usual) }),
  // The folder of a skill is open once the skill is activated.
  headless: { byUser: "none", passes: "commands", opens: "working-folder" },
  line: (line) => line,
  args: (prompt, model) => ["--skip-trust", "--yolo", "-m", model, "-p", prompt],
  screen: { args: (model) => ["--skip-trust", "--yolo", "-m", model] },
  call: ([name]) => ({ name: "activate_skill", input: { name } }),
  read: (path) => ({ name: "read_file", input: { file_path: path } }),
  told({ requests, stdout, stderr }, tree, own): Told {
    const bodies = requests.filter(({ url }) => url.includes(":streamGenerateContent")).map(({ body }) => body as Body);
    const [first] = bodies;
    const system = (first?.systemInstruction?.parts ?? []).map(({ text }) => text ?? "").join("\n");
    const list = listIn(system, "# Available Agent Skills", "</available_skills>");
    const tool = first?.tools
      ?.flatMap(({ functionDeclarations = [] }) => functionDeclarations)
      .find(({ name }) => name === "activate_skill");
    const catalog = list === undefined ? "" : withoutRows(list, own);
    const said = first?.contents.filter(({ role }) => role === "user").flatMap(({ parts }) => parts) ?? [];
    const typed = said.flatMap(({ text }) => (text === undefined || text.startsWith(surroundings) ? [] : [text]));
    // A skill that a person calls is sent as if the model had called it; the engine writes it before the message.
    const called = resultsIn(first);
    return {
      ...(catalog !== "" && { stands: "system" }),
      catalog,
      own: list === undefined ? [] : ownRows(rowsIn(list), own),
      ...(tool && { tool: toldTool({ ...tool, parameters: tool.parametersJsonSchema }) }),
      ...(tree.line !== undefined && {
        line: first ? [...called, typed.join("\n")].join("\n\n") : `[printed] ${printedIn(stdout + stderr)}`,
      }),
      results: resultsIn(bodies.at(-1)).slice(called.length + tree.reads.length),
    };
  },
};

function resultsIn(body: Body | undefined): readonly string[] {
  return (body?.contents ?? [])
    .flatMap(({ parts }) => parts)
    .flatMap(({ functionResponse }) => (functionResponse ? [functionResponse.response] : []))
    .map((response) => response?.output ?? response?.error ?? "");
}

/** What it printed; of an error in its settings only the beginning, without colours. */
function printedIn(output: string): string {
  const plain = stripVTControlCharacters(output).trim();
  return /^(?:Error in .*?json|Invalid configuration in .*?):/m.exec(plain)?.[0] ?? plain;
}
