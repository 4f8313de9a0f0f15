import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import { modelKey, modelPort } from "../jail/jail-task.ts";
import type { Program } from "../program.ts";
import { extensions, folderList, nameList, part, settingsOf, someOf, withFurther } from "../random-settings.ts";
import { printedMark, type Told } from "../told.ts";
import { type CompletionsBody, listIn, ownRows, rowsIn, textsIn, toldTool, withoutRows } from "../wire-text.ts";

const settings = "home/.qwen/settings.json";
const usual = {
  security: { auth: { selectedType: "openai" } },
  privacy: { usageStatisticsEnabled: false },
  general: { enableAutoUpdate: false },
  // Requests that it would send to a model once the conversation is over.
  memory: { enableManagedAutoMemory: false },
};

const lists = fc.oneof(
  fc.dictionary(fc.constantFrom("disabled", "disabled", "defaultDisabled", "enabled"), nameList, { minKeys: 1 }),
  someOf(part("directories", folderList), part("directories", folderList), part("disabled", nameList)),
);
const parts = someOf(
  part("skills", lists),
  part("skills", lists),
  part(
    "slashCommands",
    nameList.map((disabled) => ({ disabled })),
  ),
);

const opening = "The following skills are available for use with the Skill tool.";

export const qwenCode: Program = {
  id: "qwen-code",
  label: "Qwen Code",
  package: "@qwen-code/qwen-code",
  version: "0.24.4",
  command: "qwen",
  wire: "completions",
  folders: { project: ".qwen/skills", home: ".qwen/skills", own: ".qwen" },
  model: "fake-model",
  env: {
    OPENAI_API_KEY: modelKey,
    OPENAI_BASE_URL: `http://127.0.0.1:${modelPort}/v1`,
    OPENAI_MODEL: "fake-model",
    // Otherwise it starts itself once more, with more memory.
    QWEN_CODE_NO_RELAUNCH: "true",
  },
  warm: { module: "@qwen-code/qwen-code/cli.js", main: "runCliEntry" },
  settings: fc.oneof(
    withFurther(
      settingsOf({ [settings]: parts.map((each) => ({ ...usual, ...each })), "app/.qwen/settings.json": parts }),
    ),
    extensions(".qwen", "qwen-extension.json"),
  ),
  setup: ({ home }) => ({ [`${home}/.qwen/settings.json`]: JSON.stringify(usual) }),
  headless: {
    byUser: { refuses: { hidden: 'The command "/{asked}" is not supported in this mode.' } },
    passes: "unknown",
    unavailable: { names: ["skills"], says: 'The command "{word}" is not supported in this mode.' },
  },
  line: (line) => line,
  args: (prompt, _, isGuarded) => [...(isGuarded ? [] : ["--yolo"]), "-p", prompt],
  screen: { args: () => ["--yolo"] },
  call: ([skill, args]) => ({ name: "skill", input: { skill, ...(args !== undefined && { args }) } }),
  read: (path) => ({ name: "read_file", input: { file_path: path } }),
  told({ requests, stdout, stderr }, tree, own): Told {
    const bodies = requests.map(({ body }) => body as CompletionsBody);
    const [first] = bodies;
    const said = partsOf(first);
    const list = said.flatMap((part) => listIn(part, opening, "</available_skills>") ?? []).at(0);
    const catalog = list === undefined ? "" : withoutRows(list, own);
    const tool = first?.tools?.find(({ function: { name } }) => name === "skill")?.function;
    return {
      ...(catalog !== "" && { stands: "user, reminder" }),
      catalog,
      own: list === undefined ? [] : ownRows(rowsIn(list), own),
      ...(tool && { tool: toldTool(tool) }),
      ...(tree.line !== undefined && { line: first ? typedIn(said) : printedMark + withoutNotes(stdout + stderr) }),
      results: textsIn(bodies.at(-1), "tool").slice(tree.reads.length).map(withoutHashes),
    };
  },
};

/** The parts of the person's first message. */
function partsOf(body: CompletionsBody | undefined): readonly string[] {
  const content = body?.messages.find(({ role }) => role === "user")?.content ?? [];
  return typeof content === "string" ? [content] : content.map(({ text = "" }) => text);
}

/** The text after the reminders; its session number is random. */
function typedIn(parts: readonly string[]): string {
  const last = parts.findLastIndex((part) => part.startsWith("<system-reminder>"));
  return parts
    .slice(last + 1)
    .join("\n\n")
    .replace(/(?<=\.qwen\/tmp\/s-)[\da-f-]{36}(?=\/)/g, "<session>");
}

/** A long answer names the file in which it is kept, and its hash: written as zeros. */
function withoutHashes(answer: string): string {
  const zeros = (hash: string) => "0".repeat(hash.length);
  return answer
    .replace(/(?<=\/\.qwen\/tmp\/)[\da-f]{64}(?=\/)|(?<=^Full output sha256: )[\da-f]{64}$/gm, zeros)
    .replace(/(?<=\/tool-results\/)\w+(?=\.txt$)/m, "0");
}

/** Removes its text about this machine and how it was started. */
function withoutNotes(output: string): string {
  const noted = stripVTControlCharacters(output)
    .replace(/^(?:Ripgrep not available|Warning: running headless).*$/gm, "")
    .trim();
  return /^(?:An unexpected critical error occurred|Error in .*?json):/.exec(noted)?.[0] ?? noted;
}
