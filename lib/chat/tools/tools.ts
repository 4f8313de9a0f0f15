import "#lib/zod-jitless.ts";
import { jsonSchema, type Schema, tool } from "ai";
import { z } from "zod";
import { describeGrep, describeList, describeRead } from "./describe-output.ts";
import { pathRefusal, searchLimits } from "./limits.ts";
import { type ToldTool, toldReadTools } from "./told-tools.ts";

/**
 * A path as every tool takes it. The length limits are not part of the schema sent to the model: servers that turn a
 * schema into a grammar refuse long repetitions.
 */
export const toolPath = z
  .string()
  .refine((path) => pathRefusal(path) === undefined, { error: ({ input }) => pathRefusal(String(input)) ?? "" });

/**
 * A tool's description and input: the schema that the model is told, and `type`, by which a call's arguments are
 * validated.
 */
export function toldAs<T>({ description, schema }: ToldTool, type: z.ZodType<T>) {
  const validate: Schema<T>["validate"] = (value) => {
    const { success, data, error } = type.safeParse(value);
    return success ? { success, value: data } : { success, error };
  };
  return { description, inputSchema: jsonSchema<T>(schema, { validate }) };
}

/**
 * The tools' contract: names, input, output and the text of an output for the model. There is no `execute` here, so the
 * same contract serves the page, tests and the server; `bindTools` (`agent.ts`) adds it.
 */
export const chatTools = {
  read_file: tool({
    ...toldAs(
      toldReadTools.read_file,
      z.object({
        path: toolPath,
        offset: z.number().int().min(1).optional(),
        column: z.number().int().min(1).optional(),
        limit: z.number().int().min(1).optional(),
      }),
    ),
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
    ...toldAs(toldReadTools.list_files, z.object({ path: toolPath, recursive: z.boolean().optional() })),
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
    ...toldAs(
      toldReadTools.grep,
      z.object({
        pattern: z.string().min(1).max(searchLimits.patternLength),
        path: toolPath.optional(),
        ignoreCase: z.boolean().optional(),
      }),
    ),
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
