import { ownCalls, ownSkills, terminalCommands } from "#lib/harness/profiles/claude-code/program.ts";
import { fillTemplate } from "#lib/harness/vocabulary/template.ts";
import { modelKey, modelPort } from "../jail/jail-task.ts";
import type { IsOwn, Program } from "../program.ts";
import { printedMark, type Told } from "../told.ts";
import { world } from "../tree.ts";
import { ownRows, sha256, textsOf } from "../wire-text.ts";
import { claudeCodeSettings } from "./claude-code-chance.ts";

interface Body {
  readonly messages: readonly Message[];
  readonly tools?: readonly { readonly name: string; readonly description: string; readonly input_schema: unknown }[];
}

interface Message {
  readonly role: string;
  readonly content: string | readonly Block[];
}

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly content?: string | readonly { readonly text?: string }[];
}

const head = "The following skills are available for use with the Skill tool:\n\n";
const opening = "<system-reminder>\n";
const closing = "\n</system-reminder>";
/** Reminders come after results too. */
const reminders = /\n*(?:<system-reminder>\n[\s\S]*?<\/system-reminder>|<total_tokens>.*<\/total_tokens>)\n*/g;

/** Commands that draw something in the terminal and have an answer elsewhere, and plain ones that have none. */
const elsewhere = [
  "autocompact",
  "color",
  "config",
  "settings",
  "effort",
  "fast",
  "focus",
  "mcp",
  "model",
  "usage",
  "cost",
  "stats",
  "goal",
];
const plainInTerminal = ["keybindings", "stickers", "rewind", "checkpoint", "undo", "radio"];

export const claudeCode: Program = {
  id: "claude-code",
  label: "Claude Code",
  package: "@anthropic-ai/claude-code",
  version: "2.1.332",
  command: "claude",
  wire: "anthropic",
  folders: { project: ".claude/skills", home: ".claude/skills", own: ".claude" },
  model: "claude-opus-4-6",
  env: {
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${modelPort}`,
    ANTHROPIC_API_KEY: modelKey,
    DISABLE_TELEMETRY: "1",
    DISABLE_AUTOUPDATER: "1",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  },
  settings: claudeCodeSettings,
  setup: () => ({}),
  headless: {
    byUser: {
      stacks: 1,
      trimsLine: false,
      refuses: {
        off: 'Skill "{asked}" is disabled via skillOverrides. Remove the override from your settings to run it. If your organization set it, only an admin can remove it.',
        hidden:
          'This skill can only be invoked by Claude, not directly by users. Ask Claude to use the "{asked}" skill for you.',
      },
    },
    passes: "unknown",
    unavailable: {
      names: [...terminalCommands.filter((name) => !elsewhere.includes(name)), ...plainInTerminal],
      says: "{word} isn't available in this environment.",
    },
  },
  line: (line) => line,
  args: (prompt, model) => ["--model", model, "-p", prompt],
  screen: {
    args: (model) => ["--model", model],
    files: {
      [`${world}/home/.claude.json`]: JSON.stringify({
        hasCompletedOnboarding: true,
        theme: "dark",
        customApiKeyResponses: { approved: [modelKey], rejected: [] },
        projects: { [`${world}/app`]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
      }),
    },
  },
  call: ([skill, args]) => ({ name: "Skill", input: { skill, ...(args !== undefined && { args }) } }),
  read: (path) => ({ name: "Read", input: { file_path: path } }),
  told({ requests, stdout, stderr }, tree, own): Told {
    const bodies = requests
      .filter(({ url }) => url.startsWith("/v1/messages"))
      .map(({ body }) => body as Body)
      .filter((body) => !isTrial(body));
    const [first] = bodies;
    const messages = bodies.at(-1)?.messages ?? [];
    const turns = messages.map(({ role, content }) => ({ role, blocks: blocksOf(content) }));
    const start = turns.findIndex(({ role }) => role === "assistant");
    const opened = turns.slice(0, start < 0 ? undefined : start);
    const told = opened.flatMap(({ role, blocks }) =>
      blocks.flatMap(({ text = "" }) => (text.includes(head) ? [{ role, text }] : [])),
    )[0];
    const list = told && listIn(told.text);
    const tool = first?.tools?.find(({ name }) => name === "Skill");
    // A line with a slash that calls nothing is sent without reminders.
    const isSeen = told !== undefined || !tree.line?.trimStart().startsWith("/");
    const listed = list === undefined ? "" : withoutOwn(list, own);
    return {
      ...(listed !== "" && told && { stands: `${told.role}${told.text.startsWith(opening) ? ", reminder" : ""}` }),
      ...(isSeen && { catalog: listed }),
      own: list === undefined ? [] : ownRows(rowsOf(list), own),
      ...(tool && {
        tool: {
          name: tool.name,
          schema: tool.input_schema,
          length: tool.description.length,
          sha256: sha256(tool.description),
        },
      }),
      ...(tree.line !== undefined && {
        line: first ? withoutMakersText(saidIn(opened), own) : printedMark + (stdout + stderr).trim(),
      }),
      ...answersIn(turns, tree.reads.length, own, isSeen),
    };
  },
};

/** Whether it only tries whether there is a model, with a word of its own. */
function isTrial({ messages, tools = [] }: Body): boolean {
  const [{ content } = { content: "" }, ...others] = messages;
  return tools.length + others.length === 0 && blocksOf(content).every(({ text }) => text === "Hi");
}

function blocksOf(content: Message["content"]): readonly Block[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

/** The list of skills in a text, to the end of its wrapper, or of the paragraph: what follows is about other things. */
function listIn(text: string): string {
  const at = text.indexOf(head);
  const wrapped = text.indexOf(closing, at);
  const end = wrapped < 0 ? text.indexOf("\n\n", at + head.length) : wrapped;
  return text.slice(at, end < 0 ? undefined : end);
}

function rowsOf(list: string): readonly string[] {
  return list.slice(head.length).split(/\n(?=- )/);
}

function withoutOwn(list: string, own: IsOwn): string {
  const rows = rowsOf(list).filter((row) => !own(row));
  return rows.length === 0 ? "" : head + rows.join("\n");
}

/** The person's message as sent: the texts beside the reminders. */
function saidIn(turns: readonly { readonly role: string; readonly blocks: readonly Block[] }[]): string {
  return turns
    .filter(({ role }) => role === "user")
    .flatMap(({ blocks }) => blocks.flatMap(({ text }) => text ?? []))
    .filter((text) => !text.startsWith(opening))
    .join("");
}

/** What it tells newer models beside an answer, of other things than skills. */
const ownRemarks = /^(?:# Environment\n|The user hasn't heard from you in a while\.)/;

type Turns = readonly { readonly role: string; readonly blocks: readonly Block[] }[];

/**
 * The texts after each of the model's turns: first the files that it read, then the calls. Where the program joins two messages it ends the
 * first one's text with a line break, which is not the skill's if only a reminder follows.
 */
function answersIn(turns: Turns, reads: number, own: IsOwn, isSeen: boolean): Pick<Told, "results" | "later"> {
  const answers: string[][] = [];
  for (const { role, blocks } of turns) {
    if (role === "assistant") answers.push([]);
    else for (const block of blocks) answers.at(-1)?.push(textsOf(block));
  }
  const later = answers.slice(0, reads).map((texts) => {
    const text = texts.find((each) => each.includes(head));
    return text === undefined ? "" : withoutOwn(listIn(text), own);
  });
  const results = answers
    .slice(reads)
    .map((texts) =>
      texts
        .map((text, index) => (texts[index + 1]?.startsWith(opening) ? text.replace(/\n$/, "") : text))
        .map((text) => text.replace(reminders, ""))
        .filter((text) => text !== "" && !ownRemarks.test(text))
        .join("\n\n"),
    )
    .map((text) => withoutMakersText(text, own));
  return { results, ...(isSeen && { later }) };
}

/**
 * What was sent for a call of one of the program's own skills, with the engine's remark for the maker's text, which is not kept. A tree that
 * has a skill of that name keeps what was sent.
 */
function withoutMakersText(text: string, own: IsOwn): string {
  const [, typed, launched] =
    /^(?:<command-message>.*<\/command-message>\n<command-name>\/(.*)<\/command-name>\n|Launching skill: (.*)\n\n)/.exec(
      text,
    ) ?? [];
  const asked = typed ?? launched ?? "";
  if (!ownSkills.some(({ name }) => name === asked) || !own(`- ${asked}`)) return text;
  return typed === undefined
    ? fillTemplate(ownCalls.launched, { asked })
    : printedMark + fillTemplate(ownCalls.typed, { asked });
}
