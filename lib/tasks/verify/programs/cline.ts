import fc from "fast-check";
import { modelKey, modelPort } from "../jail/jail-task.ts";
import type { Program } from "../program.ts";
import { nameList, part, settingsOf, someOf } from "../random-settings.ts";
import { names } from "../random-skills.ts";
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

const globalSettings = "home/.cline/data/settings/global-settings.json";
/** Otherwise it waits for its maker's host, which is out of reach. */
const quiet = { telemetryOptOut: true };

/** A skill that is turned off or on, as the program writes into its frontmatter. */
const switched = fc
  .tuple(
    fc.constantFrom("{project}", "{home}", "app/.agents/skills", "home/.agents/skills", "app/.clinerules/skills"),
    fc.oneof(fc.constantFrom(...names), fc.constantFrom("alpha", "beta", "a:one")),
    fc.constantFrom("disabled", "disabled", "enabled"),
    fc.constantFrom("true", "false", "true", "false", '"true"', "yes", "null", "1", "TRUE"),
  )
  .map(([root, name, key, word]) => {
    return [
      `${root}/${name}/SKILL.md`,
      `---\nname: ${JSON.stringify(name)}\ndescription: d\n${key}: ${word}\n---\nText.\n`,
    ] as const;
  });

const globals = someOf(
  part("disabledTools", fc.constantFrom(["skills"], ["read_files"], ["skill"], [])),
  part("disabledPlugins", nameList),
  part("planActMode", fc.constantFrom("act", "plan")),
);

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
  settings: fc
    .tuple(
      fc.array(switched, { minLength: 1, maxLength: 4 }),
      fc.option(settingsOf({ [globalSettings]: globals.map((each) => ({ ...quiet, ...each })) }), { nil: [] }),
    )
    .map((all) => all.flat()),
  setup: ({ home }) => ({
    [`${home}/${settings}`]: JSON.stringify(usual),
    [`${home}/.cline/data/settings/global-settings.json`]: JSON.stringify(quiet),
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
