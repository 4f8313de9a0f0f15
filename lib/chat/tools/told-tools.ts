import type { JSONSchema7 } from "@ai-sdk/provider";
import type { WriteToolOffer } from "#lib/chat/session.ts";
import type { ReadToolNames } from "#lib/harness/vocabulary/access.ts";
import { searchLimits } from "./limits.ts";

/** A tool as described to a model, without its name, which the harness gives. */
export interface ToldTool {
  readonly description: string;
  /** JSON Schema of its input, sent exactly like this. */
  readonly schema: JSONSchema7;
}

// Plain data, so that the page can count the tools' tokens without the AI SDK and zod.

const draft = "http://json-schema.org/draft-07/schema#";
const path = {
  type: "string",
  description: "Absolute, relative to the working folder, or starting with ~/ for the home folder.",
} as const;
const countingFromOne = { type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER } as const;

function object(properties: JSONSchema7["properties"] & {}, required: string[]): JSONSchema7 {
  return { $schema: draft, type: "object", properties, required, additionalProperties: false };
}

/** The tools that look at files, by the lab's own names. */
export const toldReadTools = {
  read_file: {
    description:
      "Reads a text file. Long files come in parts: read on with offset, in a very long line with column. Models that see get pictures and PDFs, too.",
    schema: object(
      {
        path,
        offset: { description: "First line wanted, counting from 1.", ...countingFromOne },
        column: { description: "First character wanted of that line, counting from 1.", ...countingFromOne },
        limit: { description: "How many lines.", ...countingFromOne },
      },
      ["path"],
    ),
  },
  list_files: {
    description: "Lists the entries of a folder, with recursive also everything below it.",
    schema: object({ path, recursive: { type: "boolean" } }, ["path"]),
  },
  grep: {
    description: "Searches text files line by line with a regular expression (RE2 syntax).",
    schema: object(
      {
        pattern: { type: "string", minLength: 1, maxLength: searchLimits.patternLength },
        path: { description: "File or folder to search; the working folder when absent.", type: "string" },
        ignoreCase: { type: "boolean" },
      },
      ["pattern"],
    ),
  },
} as const satisfies Record<string, ToldTool>;

/** The tools that change files, whatever a harness calls them. */
export const toldWriteTools = {
  write: {
    description: "Writes a whole file, new or in place of the old one. The person is asked first.",
    schema: object({ path, content: { type: "string", description: "The whole new file." } }, ["path", "content"]),
  },
  replace: {
    description: "Replaces a text that occurs exactly once in a file. The person is asked first.",
    schema: object(
      {
        path,
        old_string: { type: "string", description: "A text that occurs exactly once in the file." },
        new_string: { type: "string", description: "The new text." },
      },
      ["path", "old_string", "new_string"],
    ),
  },
  patch: {
    description: "Makes several replacements in a file, all or none. The person is asked first.",
    schema: object(
      {
        path,
        patches: {
          type: "array",
          items: {
            type: "object",
            properties: { find: { type: "string" }, replace: { type: "string" } },
            required: ["find", "replace"],
            additionalProperties: false,
          },
          description: "Replacements, one after the other; each find must occur exactly once in the file.",
        },
      },
      ["path", "patches"],
    ),
  },
} as const satisfies Record<WriteToolOffer["kind"], ToldTool>;

/** The harness's names for the tools that look at files, by the lab's own names. */
export function harnessNames({ read, list, search }: ReadToolNames): ReadonlyMap<string, string> {
  return new Map([
    ["read_file", read],
    ["list_files", list],
    ["grep", search],
  ]);
}
