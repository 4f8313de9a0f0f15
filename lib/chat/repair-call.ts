import type { LanguageModelV4ToolCall } from "@ai-sdk/provider";
import { type InvalidToolInputError, NoSuchToolError } from "ai";
import { isObject, parseJson } from "#lib/plain-json.ts";

interface BrokenCall {
  readonly toolCall: LanguageModelV4ToolCall;
  /** The names of the tools that the model was offered. */
  readonly tools: readonly string[];
  readonly error: NoSuchToolError | InvalidToolInputError;
}

/**
 * Repairs a call that the model wrote in a way that can be read in only one way. Else returns `null`, and the error
 * then tells the model in one sentence what was wrong, instead of the SDK's and the validator's messages for
 * programmers.
 */
export function repairCall({ toolCall, tools, error }: BrokenCall): LanguageModelV4ToolCall | null {
  const name = tools.find((tool) => sameName(tool, toolCall.toolName));
  const input = readInput(toolCall.input);
  const isRenamed = name !== undefined && name !== toolCall.toolName;
  const isReadAnew = input !== undefined && !isObject(parseJson(toolCall.input));
  if (isRenamed || (name !== undefined && isReadAnew))
    return { ...toolCall, toolName: name, input: input ?? toolCall.input };
  // The SDK shows the model this error as text, with its name in front.
  Object.assign(error, { name: "", message: sentenceFor(error, toolCall, tools) });
  return null;
}

/** Models write tool names in other cases, and with a namespace from elsewhere. */
function sameName(tool: string, called: string): boolean {
  const plain = (name: string) =>
    name
      .replace(/^(functions?|tools?)[.:/]/i, "")
      .replace(/[-_\s]/g, "")
      .toLowerCase();
  return plain(tool) === plain(called);
}

/** The JSON of an object in what a model wrote as arguments: in a fence, as a JSON string, or with a trailing comma. */
function readInput(text: string): string | undefined {
  const bare = withoutFence(text.trim());
  for (const form of [bare, withoutLastComma(bare)]) {
    const value = parseJson(form);
    const inner = typeof value === "string" ? parseJson(value) : value;
    if (isObject(inner)) return JSON.stringify(inner);
  }
  return undefined;
}

// Without regular expressions for trailing blanks: in a long run they would search from each blank again.

function withoutFence(text: string): string {
  const begun = text.replace(/^```(?:json)?/, "").trimStart();
  return begun.endsWith("```") ? begun.slice(0, -3).trimEnd() : begun;
}

function withoutLastComma(text: string): string {
  const inside = text.endsWith("}") ? text.slice(0, -1).trimEnd() : "";
  return inside.endsWith(",") ? `${inside.slice(0, -1)}}` : text;
}

function sentenceFor(
  error: BrokenCall["error"],
  { toolName, input }: LanguageModelV4ToolCall,
  tools: readonly string[],
) {
  if (NoSuchToolError.isInstance(error))
    return `There is no tool ${short(toolName)}. The tools are ${tools.join(", ")}.`;
  if (readInput(input) === undefined)
    return `The arguments of ${short(toolName)} are not a JSON object (${short(input)}). Call it again with one.`;
  return `The arguments of ${short(toolName)} do not fit: ${objections(error)}. Call it again with arguments that do.`;
}

/** The validator's objections, argument by argument. */
function objections(error: BrokenCall["error"]): string {
  const { cause } = Object(error.cause) as { readonly cause?: { readonly issues?: unknown } };
  const issues = Array.isArray(cause?.issues) ? cause.issues : [];
  const told = issues.slice(0, 3).map(({ path, message }: { path?: unknown; message?: unknown }) => {
    const where = Array.isArray(path) && path.length > 0 ? `${path.join(".")}: ` : "";
    return `${where}${String(message)}`;
  });
  return told.length > 0 ? told.join("; ") : "they are not what its description asks for";
}

function short(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
