import "#lib/chat/zod-jitless.ts";
import { tool } from "ai";
import { z } from "zod";
import { describeGrep, describeList, describeRead } from "./describe-output.ts";
import { pathRefusal, searchLimits } from "./limits.ts";

/**
 * A path as every tool takes it. The bounds are no part of the schema that the model is sent: servers that turn one into
 * a grammar refuse long repetitions.
 */
export const toolPath = z
  .string()
  .refine((path) => pathRefusal(path) === undefined, { error: ({ input }) => pathRefusal(String(input)) ?? "" })
  .describe("Absolute, relative to the working folder, or starting with ~/ for the home folder.");

/**
 * What the model may call: names, input, output and how an output reads to the model. There is no
 * `execute` here, so the same contract serves the page, a test and the server; `bindTools` (`agent.ts`) adds it.
 */
export const chatTools = {
  read_file: tool({
    description:
      "Reads a text file. Long files come in parts: read on with offset, in a very long line with column. Models that see get pictures and PDFs, too.",
    inputSchema: z.object({
      path: toolPath,
      offset: z.number().int().min(1).optional().describe("First line wanted, counting from 1."),
      column: z.number().int().min(1).optional().describe("First character wanted of that line, counting from 1."),
      limit: z.number().int().min(1).optional().describe("How many lines."),
    }),
    outputSchema: z.object({
      path: z.string(),
      text: z.string(),
      bytes: z.number(),
      lines: z.number(),
      truncated: z.boolean(),
      cut: z.object({ from: z.number(), to: z.number(), of: z.number() }).optional(),
      version: z.string().optional(),
      shown: z.string().optional(),
      news: z.string().optional(),
    }),
    toModelOutput: ({ input, output }) => ({ type: "text", value: describeRead(input, output) }),
  }),
  list_files: tool({
    description: "Lists the entries of a folder, with recursive also everything below it.",
    inputSchema: z.object({ path: toolPath, recursive: z.boolean().optional() }),
    outputSchema: z.object({
      path: z.string(),
      entries: z.array(
        z.object({ path: z.string(), kind: z.enum(["file", "folder", "link"]), bytes: z.number().optional() }),
      ),
      truncated: z.boolean(),
      withheld: z.number().optional(),
    }),
    toModelOutput: ({ output }) => ({ type: "text", value: describeList(output) }),
  }),
  grep: tool({
    description: "Searches text files line by line with a regular expression (RE2 syntax).",
    inputSchema: z.object({
      pattern: z.string().min(1).max(searchLimits.patternLength),
      path: toolPath.optional().describe("File or folder to search; the working folder when absent."),
      ignoreCase: z.boolean().optional(),
    }),
    outputSchema: z.object({
      pattern: z.string(),
      matches: z.array(z.object({ path: z.string(), line: z.number(), text: z.string() })),
      truncated: z.boolean(),
      timedOut: z.boolean().optional(),
      cutLines: z.number().optional(),
      withheld: z.number().optional(),
      pending: z.number().optional(),
      skipped: z
        .array(
          z.object({
            reason: z.enum(["large", "binary", "unreadable", "rest"]),
            count: z.number(),
            paths: z.array(z.string()),
          }),
        )
        .optional(),
    }),
    toModelOutput: ({ output }) => ({ type: "text", value: describeGrep(output) }),
  }),
};
