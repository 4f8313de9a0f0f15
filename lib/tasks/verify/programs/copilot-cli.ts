import fc from "fast-check";
import { modelKey, modelPort } from "../jail/jail-task.ts";
import type { IsOwn, Program } from "../program.ts";
import { folderList, nameList, part, settingsOf, someOf, withFurther } from "../random-settings.ts";
import { printedMark, type Told } from "../told.ts";
import { world } from "../tree.ts";
import { type CompletionsBody, listIn, ownRows, textsIn, textsOf, toldTool } from "../wire-text.ts";

const opening = "<available_skills>\n";
const closing = "\n</available_skills>";
const others = "Additional skills available (invoke by name): ";
/** The program's text about the time before each message. */
const surroundings = /^<current_datetime>.*?<\/current_datetime>\n*/;

const ignored = fc.uniqueArray(
  fc.constantFrom(
    ...["project", "user", "builtin", "custom", "~/.agents/skills", ".github/skills", "{world}/app/.claude/skills"],
    ...["~/.copilot/skills", ".claude/commands", "./.agents/skills/", "{world}/shared/more", "tools", "*"],
  ),
  { minLength: 1, maxLength: 3 },
);
const parts = someOf(
  part("disabledSkills", nameList),
  part("disabled_skills", nameList),
  part("skillDirectories", folderList),
  part("skillDirectories", folderList),
  part("skill_directories", folderList),
  part("ignoredSkillsLocations", ignored),
);

export const copilotCli: Program = {
  id: "copilot-cli",
  label: "Copilot CLI",
  package: "@github/copilot",
  version: "1.0.102",
  command: "copilot",
  wire: "completions",
  folders: { project: ".github/skills", home: ".copilot/skills", own: ".github" },
  model: "fake-model",
  limit: 150,
  env: {
    COPILOT_OFFLINE: "true",
    COPILOT_PROVIDER_BASE_URL: `http://127.0.0.1:${modelPort}/v1`,
    COPILOT_PROVIDER_API_KEY: modelKey,
    COPILOT_MODEL: "fake-model",
    COPILOT_AUTO_UPDATE: "false",
  },
  settings: withFurther(settingsOf({ "home/.copilot/settings.json": parts, "home/.copilot/config.json": parts })),
  setup: () => ({}),
  // The program trims the text after -p.
  headless: { byUser: "none", passes: "commands" },
  line: (line) => line.trim(),
  args: (prompt, _, isGuarded) => [...(isGuarded ? [] : ["--allow-all-tools", "--allow-all-paths"]), ...["-p", prompt]],
  screen: {
    args: () => ["--allow-all-tools", "--allow-all-paths"],
    files: { [`${world}/home/.copilot/config.json`]: JSON.stringify({ trusted_folders: [`${world}/app`] }) },
  },
  call: ([skill]) => ({ name: "skill", input: { skill } }),
  read: (path) => ({ name: "view", input: { path } }),
  told({ requests, stdout }, tree, own): Told {
    const bodies = requests.map(({ body }) => body as CompletionsBody);
    const [first] = bodies;
    const list = listIn(textsIn(first, "system").join("\n"), opening, closing);
    const catalog = list === undefined ? "" : withoutOwn(list, own);
    const tool = first?.tools?.find(({ function: { name } }) => name === "skill")?.function;
    return {
      ...(catalog !== "" && { stands: "system" }),
      catalog,
      own: list === undefined ? [] : ownRows(rowsOf(list), own),
      ...(tool && { tool: toldTool(tool) }),
      ...(tree.line !== undefined && {
        line: first
          ? textsIn(first, "user")
              .map((text) => text.replace(surroundings, ""))
              .join("\n")
          : printedMark + stdout,
      }),
      results: answersIn(bodies.at(-1)).slice(tree.reads.length),
    };
  },
};

/** The rows, which are XML without a wrapper; names of skills that do not fit may follow. */
function rowsOf(list: string): readonly string[] {
  return list.match(/^<skill>\n[\s\S]*?\n<\/skill>$/gm) ?? [];
}

function withoutOwn(list: string, isOwn: IsOwn): string {
  const rows = rowsOf(list).filter((row) => !isOwn(row));
  const named = (listIn(list, others, closing) ?? "").slice(others.length, -closing.length);
  const [ending = ""] = /(?:\.\.\. and \d+ more)?$/.exec(named) ?? [];
  const all = named.slice(0, named.length - ending.length).split(", ");
  const names = all.filter((name) => name !== "" && !isOwn(`- ${name}`));
  const parts = [...rows, ...(names.length > 0 ? [others + names.join(", ") + ending] : [])];
  return parts.length === 0 ? "" : opening + parts.join("\n") + closing;
}

/** The result of each call, with the text after it that is sent as the person's. */
function answersIn(body: CompletionsBody | undefined): readonly string[] {
  const answers: string[][] = [];
  for (const { role, content } of body?.messages ?? []) {
    const text = textsOf({ content: content ?? "" });
    if (role === "tool") answers.push([text]);
    else if (role === "user") answers.at(-1)?.push(text);
  }
  return answers.map((texts) => texts.join("\n\n"));
}
