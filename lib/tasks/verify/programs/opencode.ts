import { stripVTControlCharacters } from "node:util";
import { modelKey, modelPort, type WarmServer } from "../jail/jail-task.ts";
import type { Program } from "../program.ts";
import { printedMark, type Told } from "../told.ts";
import type { PlacedTree } from "../tree.ts";
import { type CompletionsBody, listIn, ownRows, rowsIn, textsIn, toldTool, withoutRows } from "../wire-text.ts";
import { openCodeChance } from "./opencode-chance.ts";

const model = { name: "Fake", limit: { context: 200_000, output: 8_000 } };

/** The settings of OpenCode and its forks. */
export const openCodeSettings = {
  autoupdate: false,
  model: "fake/fake-model",
  small_model: "fake/fake-model",
  provider: {
    fake: {
      npm: "@ai-sdk/openai-compatible",
      name: "Fake",
      options: { baseURL: `http://127.0.0.1:${modelPort}/v1`, apiKey: modelKey },
      models: { "fake-model": model },
    },
  },
};

const settings = ".config/opencode/opencode.json";

/** Its tool lists a skill's files with `rg`, which this machine needs to have. */
export const openCode: Program = {
  id: "opencode",
  label: "OpenCode",
  package: "opencode-ai",
  version: "1.18.33",
  command: "opencode",
  wire: "completions",
  folders: { project: ".opencode/skills", home: ".config/opencode/skills", own: ".opencode" },
  model: "fake-model",
  limit: 150,
  env: { OPENCODE_DISABLE_AUTOUPDATE: "1", OPENCODE_DISABLE_MODELS_FETCH: "1" },
  settings: openCodeChance("opencode", openCodeSettings),
  setup: ({ home }) => ({ [`${home}/${settings}`]: JSON.stringify(openCodeSettings) }),
  headless: { byUser: "none", passes: "commands", opens: "working-folder" },
  line: (line) => line,
  args: (prompt) => ["run", "--", prompt],
  inTerminal: asCommand,
  warm: openCodeServer,
  call: ([name]) => ({ name: "skill", input: { name } }),
  read: (path) => ({ name: "read", input: { filePath: path } }),
  told: (...asked) => toldByOpenCode(asked),
};

const serverPort = 4096;

/** Asks a server of OpenCode or of a fork, which reads all folders and settings anew once it has disposed of what it has read. */
export function openCodeServer({ cwd, isTerminal }: PlacedTree, line: string): WarmServer {
  const [command = "", ...words] = line.slice(1).split(" ");
  const place = `?directory=${encodeURIComponent(cwd)}`;
  // Nobody is there to ask. A title is made by a request of its own.
  const session = { title: "A tree", permission: [{ permission: "external_directory", pattern: "*", action: "deny" }] };
  return {
    serve: ["serve", "--port", String(serverPort)],
    says: "listening on",
    port: serverPort,
    asks: [
      { path: `/session${place}`, body: session },
      isTerminal
        ? { path: `/session/{id}/command${place}`, body: { command, arguments: words.join(" ") } }
        : { path: `/session/{id}/message${place}`, body: { parts: [{ type: "text", text: line }] } },
    ],
    forget: { path: "/global/dispose", body: {} },
  };
}

/** `/name words` as its terminal splits it: the server receives the same command. */
export function asCommand(line: string): readonly string[] {
  const [command = "", ...words] = line.slice(1).split(" ");
  return ["run", "--command", command, "--", ...words];
}

/**
 * What OpenCode and its forks tell.
 * @param typed returns the part of the person's message that they typed
 */
export function toldByOpenCode(
  [{ requests, stdout, stderr }, tree, own]: Parameters<Program["told"]>,
  typed = (message: string) => message,
): Told {
  const bodies = requests.map(({ body }) => body as CompletionsBody);
  // Where there are no tools, the title of the conversation may be asked for first.
  const first = bodies.find((body) => !textsIn(body, "user").join("").startsWith("Generate a title")) ?? bodies[0];
  const list = listIn(
    textsIn(first, "system").join("\n"),
    "Skills provide specialized instructions",
    "</available_skills>",
  );
  const catalog = list === undefined ? "" : withoutRows(list, own);
  const tool = first?.tools?.find(({ function: { name } }) => name === "skill")?.function;
  return {
    ...(catalog !== "" && { stands: "system" }),
    catalog,
    own: list === undefined ? [] : ownRows(rowsIn(list), own),
    ...(tool && { tool: toldTool(tool) }),
    ...(tree.line !== undefined && {
      line: first ? unquoted(typed(textsIn(first, "user").join("\n"))) : printedMark + printedIn(stdout + stderr),
    }),
    results: textsIn(bodies.at(-1), "tool")
      .slice(tree.reads.length)
      .map((text) => text.replace(/(?<=\/tool-output\/tool_)\w+/, "<id>")),
  };
}

/** What it printed; of an error in its settings only the first line, without colours. */
function printedIn(output: string): string {
  return stripVTControlCharacters(output)
    .replace(/^(Error: Config.*?)(?: *\n|: bad file)[\s\S]*$/, "$1")
    .trim();
}

/** `run` quotes words that contain blanks. */
function unquoted(text: string): string {
  return /^".* .*"$/s.test(text) ? text.slice(1, -1).replaceAll('\\"', '"') : text;
}
