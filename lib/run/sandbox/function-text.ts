import { chosenFirst } from "./shell-syntax.ts";

/** A node of the shell's syntax tree. */
interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Writes the parts of a line: a command with everything in it, a word, and a redirection. */
export interface Written {
  command(node: Node): string;
  word(node: Node): string;
  redirection(node: Node): string;
  /** What stands between two commands of a list, the first of which ends with a sign: a new line if it does not say. */
  readonly join?: (sign: string, next: Node) => string;
}

/** Stands where the line ends behind which the texts of here-documents are. */
const lineEnd = "\0";

/** A function as bash lists it (`declare -f`), in bash's own layout. @param written how the shell writes what has one line */
export function functionText(name: string, definition: Node, written: Written): string {
  const text = ofBody(definition.body as Node, "", written) + redirected(definition, written);
  return `${name} () \n${text.replaceAll(lineEnd, "")}\n`;
}

/** A command as bash tells it in `BASH_COMMAND`. */
export function commandText(node: Node, written: Written): string {
  const inOneLine = { ...written, join: (sign: string) => `${sign} ` };
  return /^(?:SimpleCommand|ArithmeticCommand|Subshell)$/.test(node.type)
    ? ofCommand(node, "", inOneLine)
    : written.command(node);
}

/** The commands of `$(…)`, in bash's layout, which has them in one line. */
export function substitutionText(body: Node, written: Written): string {
  const join = (sign: string, { isJoined }: Node) => (isJoined ? `${sign} ` : "\n");
  const text = ofList(body.statements, "", { ...written, join }).replaceAll(lineEnd, "");
  return `$(${text.startsWith("(") ? " " : ""}${text})`;
}

/** A word as it stands in its script, but for the commands of `$(…)`; `undefined` for one that bash writes in another way, too. */
export function ownText(word: Node, written: Written): string | undefined {
  const list = word.list as { readonly name: string; readonly words: readonly Node[] } | undefined;
  if (list) return `${list.name}=(${list.words.map(written.word).join(" ")})`;
  if (typeof word.own !== "string" || /\$['"]/.test(word.own)) return undefined;
  // A line goes on behind a backslash, but not in single quotes.
  const own = word.own.replace(/('[^']*')|\\\n/g, "$1");
  let [text, at] = ["", 0];
  for (const part of substitutionsIn(word)) {
    const from = own.indexOf(String(part.text), at);
    if (from < 0) continue;
    text += own.slice(at, from) + substitutionText(part.body as Node, written);
    at = from + String(part.text).length;
  }
  return text + own.slice(at);
}

/** The outermost `$(…)` of a node, in order. */
function substitutionsIn(node: object): readonly Node[] {
  return Object.values(node).flatMap((value: unknown) => {
    if (typeof value !== "object" || value === null) return [];
    const part = value as Node;
    return part.type === "CommandSubstitution" ? (part.text === undefined ? [] : [part]) : substitutionsIn(part);
  });
}

function ofBody(body: Node, indent: string, written: Written): string {
  if (body.type === "Group")
    return ofCommand({ ...body, redirections: [] }, indent, written) + redirected(body, written);
  const inner = `${indent}    `;
  return `{ \n${inner}${ofCommand(body, inner, written)}\n${indent}}`;
}

/** Statements, one a line; each begins in its line after `indent`, which the first has already. */
function ofList(list: unknown, indent: string, written: Written, end = ""): string {
  const { join = (sign: string) => `${sign}\n${indent}` } = written;
  const statements = list as readonly Node[];
  return statements
    .map((each, at) => {
      const isLast = at === statements.length - 1;
      const text = ofStatement(each, indent, written);
      if (each.background) return followed(text, " &", isLast ? "" : " ");
      const sign = text.includes(lineEnd) ? "" : ";";
      return text + (isLast ? end && sign : join(sign, statements[at + 1] as Node));
    })
    .join("");
}

/** A command and what is between it and the next, which stands before the texts of here-documents. */
function followed(text: string, sign: string, rest = " "): string {
  return text.endsWith("\n") && text.includes(lineEnd)
    ? `${text.replace(lineEnd, sign + lineEnd)}${rest === " " ? "  " : " "}`
    : text + sign + rest;
}

function ofStatement({ pipelines, operators }: Node, indent: string, written: Written): string {
  const signs = operators as readonly string[];
  return (pipelines as readonly Node[])
    .map((each, at) => {
      const text = ofPipeline(each, indent, written);
      if (!signs[at]) return text;
      const isOpen = text.endsWith("\n") && text.includes(lineEnd);
      return isOpen ? `${text.replace(lineEnd, ` ${signs[at]} ${lineEnd}`)} ` : `${text} ${signs[at]} `;
    })
    .join("");
}

function ofPipeline(pipeline: Node, indent: string, written: Written): string {
  const { commands, negated, timed, timePosix, pipeStderr } = pipeline;
  const both = pipeStderr as readonly boolean[] | undefined;
  const all = (commands as readonly Node[]).map((each) => ofCommand(each, indent, written));
  const last = all.length - 1;
  const piped = all.map((text, at) => (at === last ? text : followed(text, `${both?.[at] ? " 2>&1" : ""} |`))).join("");
  return `${timed ? (timePosix ? "time -p " : "time ") : ""}${negated ? "! " : ""}${piped}`;
}

function ofCommand(node: Node, indent: string, written: Written): string {
  const inner = `${indent}    `;
  const { join: _, ...below } = written;
  const list = (given: unknown, end = ";") => `${inner}${ofList(given, inner, below, end)}\n${indent}`;
  const end = redirected(node, written);
  switch (node.type) {
    case "Group":
      return `{ \n${list(node.body, "")}}${end}`;
    case "Subshell":
      return `( ${ofList(node.body, indent, written.join ? { ...written, join: (sign) => `${sign} ` } : written)} )${end}`;
    case "If":
      return `${ofClauses(node.clauses as readonly Node[], node.elseBody, indent, written)}${end}`;
    case "While":
    case "Until":
      return `${node.type.toLowerCase()} ${ofList(node.condition, indent, written)}; do\n${list(node.body)}done${end}`;
    case "For": {
      const words = (node.words as readonly Node[] | null)?.map(written.word).join(" ") ?? '"$@"';
      return `for ${String(node.variable)} in ${words};\n${indent}do\n${list(node.body)}done${end}`;
    }
    case "CStyleFor": {
      const choice = choiceOf(node, written);
      if (choice !== undefined) {
        const [, ...body] = node.body as readonly Node[];
        return `${choice};\n${indent}do\n${list(body)}done${end}`;
      }
      return `for ((${(node.own as string[]).map((each) => each.trimStart() || "1").join("; ")}))\n${indent}do\n${list(node.body)}done${end}`;
    }
    case "ArithmeticCommand":
      return `((${String(((node.expression as Node).expression as Node).text)}))${end}`;
    case "Case":
      return `${ofCases(node, indent, written)}${end}`;
    case "FunctionDef":
      return `function ${String(node.name)} () \n${indent}${ofBody(node.body as Node, indent, written)}${end}`;
    default:
      return `${written.command({ ...node, redirections: [] })}${end}`.trimStart();
  }
}

/** The head of the `select` that a loop stands for (`shell-syntax.ts`); `undefined` for another loop. */
function choiceOf({ own, body }: Node, written: Written): string | undefined {
  if ((own as readonly string[])[0] !== chosenFirst) return undefined;
  const [first] = body as readonly { readonly pipelines: readonly { readonly commands: readonly Node[] }[] }[];
  const [name, ...words] = (first?.pipelines[0]?.commands[0]?.args ?? []) as readonly Node[];
  return name && `select ${written.word(name)} in ${words.map(written.word).join(" ")}`;
}

/** bash keeps `elif` as an `if` within `else`. */
function ofClauses([clause, ...more]: readonly Node[], otherwise: unknown, indent: string, written: Written): string {
  const inner = `${indent}    `;
  const list = (given: unknown) => `${inner}${ofList(given, inner, written, ";")}\n${indent}`;
  const rest =
    more.length > 0
      ? `else\n${inner}${ofClauses(more, otherwise, inner, written)};\n${indent}`
      : otherwise
        ? `else\n${list(otherwise)}`
        : "";
  return `if ${ofList(clause?.condition, indent, written)}; then\n${list(clause?.body)}${rest}fi`;
}

function ofCases({ word, items }: Node, indent: string, written: Written): string {
  const [at, inner] = [`${indent}    `, `${indent}        `];
  const all = (items as readonly Node[]).map(({ patterns, body, terminator }) => {
    const either = (patterns as readonly Node[]).map(written.word).join(" | ");
    const statements = body as readonly Node[];
    const text = statements.length > 0 ? `${inner}${ofList(statements, inner, written)}\n` : "\n";
    return `${at}${either})\n${text}${at}${String(terminator)}\n`;
  });
  return `case ${written.word(word as Node)} in \n${all.join("")}${indent}esac`;
}

function redirected({ redirections }: Node, written: Written): string {
  let texts = "";
  const heads = ((redirections ?? []) as readonly Node[]).map((each) => {
    const operator = String(each.operator);
    const whole = written.redirection(each);
    if (/^<<-?$/.test(operator)) {
      const [head = "", text = ""] = whole.split(/\n(.*)/s);
      texts += `${operator === "<<-" ? text.replaceAll(/^\t+/gm, "") : text}\n`;
      return ` ${head}`;
    }
    const [, before = "", target = ""] =
      /^((?:\{\w+\}|\d+)?(?:&>>|&>|<<<|<>|>>|>\|?|<))(?![<>&|]) ?(.*)$/s.exec(whole) ?? [];
    if (target !== "" && !operator.endsWith("&")) return ` ${before} ${target}`;
    return ` ${whole.replace(/(?<=[<>]&) /, "").replace(/^(?=[<>]&)/, operator === "<&" ? "0" : "1")}`;
  });
  return heads.join("") + (texts && `${lineEnd}\n${texts}`);
}
