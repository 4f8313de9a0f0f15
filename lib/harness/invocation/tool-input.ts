import { goJsonProblem, isObject } from "#lib/harness/go/json.ts";
import type { SkillTool } from "#lib/harness/vocabulary/activation.ts";

/** A tool's input as the harness reads it. */
export interface ToolInput {
  /** The requested name; empty if there is none. */
  readonly asked: string;
  /** It was a slash alone, which is no part of a name. */
  readonly isSlash?: true;
  readonly arguments: string;
  /** Why the harness cannot decode the input, in its own wording. */
  readonly problem?: string;
}

/** Reads the parameters from an input that a model wrote, in any shape. An input that is a string was not valid JSON. */
export function decodeToolInput(tool: SkillTool, input: unknown): ToolInput {
  const { skill, arguments: args } = tool.parameters;
  if (tool.input === "text") {
    const written = textOf(input, skill);
    const rest = { arguments: args ? textOf(input, args) : "" };
    if (tool.lookup !== "exact-or-label") return { asked: written, ...rest };
    const trimmed = written.trim();
    return { asked: trimmed.replace(/^\//, ""), ...(trimmed === "/" && { isSlash: true }), ...rest };
  }
  return typeof input === "string" ? decodeGoText(input, skill) : decodeGoInput(input, skill);
}

function textOf(input: unknown, key: string): string {
  const value = isObject(input) && Object.hasOwn(input, key) ? input[key] : undefined;
  return typeof value === "string" ? value : "";
}

/** Decodes a call as the model wrote it, before anything was parsed. */
function decodeGoText(text: string, key: string): ToolInput {
  const problem = goJsonProblem(text);
  return problem === undefined ? decodeGoInput(JSON.parse(text), key) : { asked: "", arguments: "", problem };
}

/** As Go's `encoding/json` fills `SkillInput`: keys in any case, the last of repeated ones; null changes nothing. */
function decodeGoInput(input: unknown, key: string): ToolInput {
  const nothing = { asked: "", arguments: "" };
  if (input === null || input === undefined) return nothing;
  if (!isObject(input)) return { ...nothing, problem: wrongType(input, "Go value of type tools.SkillInput") };
  let asked = "";
  for (const [name, value] of Object.entries(input)) {
    if (name.toLowerCase() !== key || value === null) continue;
    if (typeof value !== "string") {
      return { ...nothing, problem: wrongType(value, `Go struct field SkillInput.${key} of type string`) };
    }
    asked = value;
  }
  return { ...nothing, asked };
}

function wrongType(value: unknown, target: string): string {
  return `json: cannot unmarshal ${jsonKind(value)} into ${target}`;
}

function jsonKind(value: unknown): string {
  if (Array.isArray(value)) return "array";
  return typeof value === "boolean" ? "bool" : typeof value;
}
