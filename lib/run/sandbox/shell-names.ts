/** The part of a shell's state that tells which variables stand for others (`declare -n`). */
export interface NamedState {
  readonly namerefs?: ReadonlySet<string>;
  readonly env: ReadonlyMap<string, string>;
}

/** A node of the shell's syntax tree. */
type Node = Readonly<Record<string, unknown>>;

/**
 * A command in which the arrays have their own names, where it calls them by variables that stand for them: the shell follows such a name
 * for a single value only. What the command runs in turn is left as it is, as its names may stand for others by then.
 */
export function withRealNames<Command extends object>(command: Command, { namerefs, env }: NamedState): Command {
  if (!namerefs || namerefs.size === 0) return command;

  function real(name: string): string {
    const seen = new Set<string>();
    let found = name;
    while (namerefs?.has(found) && !seen.has(found)) {
      seen.add(found);
      const next = env.get(found) ?? "";
      if (!/^[A-Za-z_]\w*$/.test(next)) return found;
      found = next;
    }
    return found;
  }

  /** `name[key]`, `#name[key]` */
  function renamed(text: string): string {
    return text.replace(/^([#!]?)([A-Za-z_]\w*)(?=\[)/, (_, sign: string, name: string) => sign + real(name));
  }

  const inKind: Readonly<Record<string, (node: Node) => Node>> = {
    ParameterExpansion: (node) => ({ ...node, parameter: renamed(String(node.parameter)) }),
    ArrayKeys: (node) => ({ ...node, array: real(String(node.array)) }),
    ArithArrayElement: (node) => ({ ...node, array: real(String(node.array)) }),
    ArithAssignment(node) {
      const isElement = node.subscript !== undefined || node.stringKey !== undefined;
      return isElement ? { ...node, variable: real(String(node.variable)) } : node;
    },
    Assignment: (node) => ({ ...node, name: node.array ? real(String(node.name)) : renamed(String(node.name)) }),
    CondUnary: (node) =>
      node.operator === "-v"
        ? { ...node, operand: inFirstPart(node.operand as Node, (text) => text.replace(/^[A-Za-z_]\w*/, real)) }
        : node,
    SimpleCommand: (node) => ({ ...node, args: inArguments(node) }),
  };

  function inNode(node: Node): Node {
    const { type } = node;
    if (typeof type === "string" && others.has(type)) return node;
    const whole = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, inValue(value)]));
    return (typeof type === "string" ? inKind[type]?.(whole) : undefined) ?? whole;
  }

  function inArguments({ name, args: given }: Node): readonly Node[] {
    const args = given as readonly Node[];
    const called = literalOf(name as Node | null);
    if (called === "unset") return args.map((word) => inFirstPart(word, renamed));
    return fills.has(called) ? args.map((word) => inWord(word, real)) : args;
  }

  function inValue(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(inValue);
    return typeof value === "object" && value !== null ? inNode(value as Node) : value;
  }

  return inNode(command as Node) as Command;
}

/** Nodes whose commands are run, and looked at, by themselves. */
const others: ReadonlySet<string> = new Set(["Script", "Statement", "FunctionDef"]);
/** Commands that fill the arrays that they are told. */
const fills: ReadonlySet<string> = new Set(["mapfile", "readarray", "read"]);

function literalOf(word: Node | null): string {
  const [part, ...more] = (word?.parts ?? []) as readonly Node[];
  return part?.type === "Literal" && more.length === 0 ? String(part.value) : "";
}

/** A word with the text changed with which it begins, also in quotes. */
function inFirstPart(word: Node, change: (text: string) => string): Node {
  const [part, ...more] = (word.parts ?? []) as readonly Node[];
  if (part?.type === "DoubleQuoted") return { ...word, parts: [inFirstPart(part, change), ...more] };
  if (!part || typeof part.value !== "string") return word;
  return { ...word, parts: [{ ...part, value: change(part.value) }, ...more] };
}

/** A word that is one text, with that text changed. */
function inWord(word: Node, change: (text: string) => string): Node {
  const [part, ...more] = (word.parts ?? []) as readonly Node[];
  if (!part || more.length > 0 || typeof part.value !== "string") return word;
  return { ...word, parts: [{ ...part, value: change(part.value) }] };
}
