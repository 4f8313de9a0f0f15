import fc from "fast-check";
import { modelKey, modelPort } from "../jail-task.ts";
import type { Program } from "../program.ts";
import type { Told } from "../told.ts";
import { type CompletionsBody, textsIn, toldTool } from "../wire-text.ts";

const provider = "openai-compatible";
const settings = ".cline/data/settings/providers.json";
const usual = {
  version: 1,
  lastUsedProvider: provider,
  providers: {
    [provider]: {
      settings: { provider, apiKey: modelKey, baseUrl: `http://127.0.0.1:${modelPort}/v1`, model: "fake-model" },
      updatedAt: "2026-01-01T00:00:00.000Z",
      tokenSource: "manual",
    },
  },
};

/** Its catalog is its tool's description, of which nothing is kept to compare. */
export const cline: Program = {
  id: "cline",
  label: "Cline",
  package: "cline",
  version: "3.0.65",
  command: "cline",
  wire: "completions",
  folders: { project: ".cline/skills", home: ".cline/skills", own: ".cline" },
  model: "fake-model",
  limit: 150,
  env: { CLINE_NO_AUTO_UPDATE: "1" },
  settings: fc.constant([]),
  setup: ({ home }) => ({
    [`${home}/${settings}`]: JSON.stringify(usual),
    // Otherwise it waits for its maker's host, which is out of reach.
    [`${home}/.cline/data/settings/global-settings.json`]: JSON.stringify({ telemetryOptOut: true }),
  }),
  headless: { passes: "commands", opens: "anywhere" },
  line: (line) => line,
  args: (prompt, model) => ["-P", provider, "-k", modelKey, "-m", model, prompt],
  call: ([skill, args]) => ({ name: "skills", input: { skill, ...(args !== undefined && { args }) } }),
  read: (path) => ({ name: "read_files", input: { files: [{ path }] } }),
  told({ requests, stdout, stderr }, tree): Told {
    const bodies = requests.map(({ body }) => body as CompletionsBody);
    const [first] = bodies;
    const tool = first?.tools?.find(({ function: { name } }) => name === "skills")?.function;
    return {
      ...(tool && { stands: "tool", tool: toldTool({ ...tool, description: "" }) }),
      catalog: tool?.description ?? "",
      own: [],
      ...(tree.line !== undefined && {
        line: first ? textsIn(first, "user").join("\n") : `[printed] ${(stdout + stderr).trim()}`,
      }),
      // Without skills there is no such tool, so a call of it does not count.
      results: tool ? textsIn(bodies.at(-1), "tool").slice(tree.reads.length) : [],
    };
  },
};
