/** What a pasted command asks for: an address still to be parsed, and the meaning of its options. */
export interface SourceCommand {
  readonly address: string;
  readonly ref?: string;
  readonly path?: string;
  /** The first skill or plugin named. */
  readonly skill?: string;
  /** All named skills, where there are several. */
  readonly skills?: readonly string[];
  /** Whether it names a plugin of a marketplace, a name that may exist only in somebody's own settings. */
  readonly isPlugin?: true;
}

type Meaning = "ref" | "path" | "skill" | "other";

interface CommandForm {
  readonly pattern: RegExp;
  /** Options that take a value, and the meaning of that; `other` is skipped. */
  readonly options: Readonly<Record<string, Meaning>>;
  /** The form of an argument that is not simply the address: `o/r skill@ref`, `plugin@o/r`. */
  readonly shape?: "address skill@ref" | "plugin@address";
}

const runners = String.raw`(?:npx|bunx|pnpx|pnpm dlx|yarn dlx)(?:\s+-\S+)*`;
const skillTools = String.raw`(?:(?:open)?skills(?:@\S+)?\s+(?:add|a|install|i)|add-skill(?:@\S+)?)`;

const commandForms: readonly CommandForm[] = [
  {
    pattern: new RegExp(String.raw`^(?:${runners}\s+)?${skillTools}\s`),
    options: { "--skill": "skill", "-s": "skill", "--agent": "other", "-a": "other" },
  },
  {
    pattern: /^gh\s+skills?\s+(?:install|add|preview)\s/,
    options: { "--pin": "ref", "--agent": "other", "--scope": "other", "--dir": "other" },
    shape: "address skill@ref",
  },
  {
    pattern: /^(?:[a-z]+\s+|\/)plugins?\s+marketplace\s+add\s/,
    options: { "--scope": "other", "-s": "other", "--ref": "ref", "--sparse": "other" },
  },
  {
    pattern: /^(?:[a-z]+\s+|\/)plugins?\s+install\s/,
    options: { "--scope": "other", "-s": "other" },
    shape: "plugin@address",
  },
  {
    pattern: /^gemini\s+(?:skills|extensions)\s+install\s/,
    options: { "--ref": "ref", "--path": "path", "--scope": "other" },
  },
  { pattern: /^gh\s+repo\s+clone\s/, options: { "--branch": "ref", "-b": "ref", "--depth": "other", "-u": "other" } },
  {
    pattern: /^git\s+(?:clone|submodule\s+add)\s/,
    options: {
      "--branch": "ref",
      "-b": "ref",
      "--depth": "other",
      "--filter": "other",
      "--origin": "other",
      "-o": "other",
      "-c": "other",
      "-j": "other",
      "--name": "other",
    },
  },
];

/** Reads a line as one of the commands that people copy from a README; `undefined` when it is none. */
export function readCommand(line: string): SourceCommand | undefined {
  for (const form of commandForms) {
    const match = form.pattern.exec(line);
    if (match) return readArguments(wordsOf(line.slice(match[0].length)), form);
  }
  return undefined;
}

function wordsOf(text: string): string[] {
  return (text.match(/"[^"]*"|'[^']*'|\S+/g) ?? []).map((word) => word.replace(/^(["'])(.*)\1$/, "$2"));
}

function readArguments(words: readonly string[], form: CommandForm): SourceCommand | undefined {
  const found: Record<Meaning, string[]> = { ref: [], path: [], skill: [], other: [] };
  const positional: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string;
    if (!word.startsWith("-")) {
      positional.push(word);
      continue;
    }
    const [name = "", inline] = word.split("=", 2);
    const meaning = form.options[name];
    const value = meaning && (inline ?? words[++i]);
    if (meaning && value !== undefined) found[meaning].push(...value.split(","));
    // `--skill a b`: once the address is known, the words after a skill are skills.
    while (meaning === "skill" && positional.length > 0 && /^[^-]/.test(words[i + 1] ?? "")) {
      found.skill.push(words[++i] as string);
    }
  }
  const [address, second] = positional;
  return address === undefined ? undefined : { ...readShape(address, second, form), ...asked(found) };
}

function asked({ ref, path, skill }: Record<Meaning, string[]>): Omit<SourceCommand, "address"> {
  const skills = skill.filter((name) => name !== "*" && name !== "");
  return {
    ...(ref[0] !== undefined && { ref: ref[0] }),
    ...(path[0] !== undefined && { path: path[0] }),
    ...(skills[0] !== undefined && { skill: skills[0] }),
    ...(skills.length > 1 && { skills }),
  };
}

function readShape(address: string, second: string | undefined, { shape }: CommandForm): SourceCommand {
  if (shape === "plugin@address") {
    const at = address.indexOf("@");
    // An address such as `@acme/skills` begins with the sign; `git@host:…` is not a plugin of a host.
    if (at > 0 && !address.includes(":"))
      return { address: address.slice(at + 1), skill: address.slice(0, at), isPlugin: true };
    return { address, isPlugin: true };
  }
  return { address, ...(shape && second !== undefined ? readSkillAtRef(second) : {}) };
}

function readSkillAtRef(text: string): { skill: string; ref?: string } {
  const at = text.lastIndexOf("@");
  return at > 0 ? { skill: text.slice(0, at), ref: text.slice(at + 1) } : { skill: text };
}
