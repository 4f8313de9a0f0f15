/** What a pasted command asks for: an address still to be read, and what its options say. */
export interface SourceCommand {
  readonly address: string;
  readonly ref?: string;
  readonly skill?: string;
}

interface CommandForm {
  readonly pattern: RegExp;
  /** Options that take a value, and what it is; `other` is passed over. */
  readonly options: Readonly<Record<string, "ref" | "skill" | "other">>;
  /** What the second argument is. */
  readonly second?: "skill@ref";
}

const runners = String.raw`(?:npx|bunx|pnpx|pnpm dlx|yarn dlx)(?:\s+-\S+)*`;

const commandForms: readonly CommandForm[] = [
  {
    pattern: new RegExp(String.raw`^${runners}\s+(?:skills(?:@\S+)?\s+(?:add|a|install|i)|add-skill(?:@\S+)?)\s`),
    options: { "--skill": "skill", "-s": "skill", "--agent": "other", "-a": "other" },
  },
  {
    pattern: /^gh\s+skills?\s+(?:install|add|preview)\s/,
    options: { "--pin": "ref", "--agent": "other", "--scope": "other", "--dir": "other" },
    second: "skill@ref",
  },
  { pattern: /^(?:claude\s+|\/)plugin\s+marketplace\s+add\s/, options: { "--scope": "other" } },
  { pattern: /^gemini\s+(?:skills|extensions)\s+install\s/, options: { "--ref": "ref", "--scope": "other" } },
  {
    pattern: /^git\s+clone\s/,
    options: { "--branch": "ref", "-b": "ref", "--depth": "other", "--origin": "other", "-o": "other", "-c": "other" },
  },
];

/** Reads a line as one of the commands people copy from a README; `undefined` when it is none. */
export function readCommand(line: string): SourceCommand | undefined {
  for (const form of commandForms) {
    const match = form.pattern.exec(line);
    if (match) return readArguments(line.slice(match[0].length), form);
  }
  return undefined;
}

function readArguments(text: string, form: CommandForm): SourceCommand | undefined {
  const words = (text.match(/"[^"]*"|'[^']*'|\S+/g) ?? []).map((word) => word.replace(/^(["'])(.*)\1$/, "$2"));
  const found: { ref?: string; skill?: string } = {};
  const positional: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string;
    // What follows belongs to another command.
    if (/^(?:&&|\|\|?|;)$/.test(word)) break;
    if (!word.startsWith("-")) {
      positional.push(word);
      continue;
    }
    const [name = "", inline] = word.split("=", 2);
    const meaning = form.options[name];
    if (!meaning) continue;
    const value = inline ?? words[++i];
    // Several skills may be named; the first is the one to show.
    if (meaning !== "other" && value !== undefined) found[meaning] ??= value;
  }
  const [address, second] = positional;
  if (address === undefined) return undefined;
  return { address, ...(form.second && second !== undefined ? readSkillAtRef(second) : {}), ...found };
}

function readSkillAtRef(text: string): { skill: string; ref?: string } {
  const at = text.lastIndexOf("@");
  return at > 0 ? { skill: text.slice(0, at), ref: text.slice(at + 1) } : { skill: text };
}
