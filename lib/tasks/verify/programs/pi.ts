import fc from "fast-check";
import { modelKey, modelPort } from "../jail/jail-task.ts";
import type { Program } from "../program.ts";
import { folderList, part, settingsOf, someOf, withFurther } from "../random-settings.ts";
import { names } from "../random-skills.ts";
import { printedMark, type Told } from "../told.ts";
import { type CompletionsBody, listIn, textsIn } from "../wire-text.ts";

const models = {
  providers: {
    fake: {
      baseUrl: `http://127.0.0.1:${modelPort}/v1`,
      api: "openai-completions",
      apiKey: "FAKE_KEY",
      models: [
        {
          id: "fake-model",
          name: "Fake",
          reasoning: false,
          input: ["text"],
          contextWindow: 200_000,
          maxTokens: 8000,
          cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
        },
      ],
    },
  },
};

/** An entry of the list `skills`: a pattern that turns skills off or on, or a folder to add. */
const entry = fc
  .tuple(
    fc.constantFrom("!", "!", "-", "-", "+", ""),
    fc.constantFrom(
      "",
      "",
      "skills/",
      "./skills/",
      "**/",
      "../.agents/skills/",
      "/mnt/app/.pi/skills/",
      "~/",
      "group/",
    ),
    fc.oneof(
      fc.constantFrom(...names),
      fc.constantFrom("alpha", "beta", "*", "**", "al*", "[ab]*", "?lpha", "{alpha,beta}"),
    ),
    fc.constantFrom("", "", "", "/SKILL.md", "/", ".md", "/*", "/**"),
  )
  .map((parts) => parts.join(""));

const entries = fc.oneof(
  fc.array(entry, { minLength: 1, maxLength: 4 }),
  fc.tuple(folderList, fc.array(entry, { maxLength: 2 })).map((lists) => lists.flat()),
);
const former = fc
  .tuple(folderList, fc.boolean())
  .map(([customDirectories, enableSkillCommands]) => ({ customDirectories, enableSkillCommands }));
const parts = someOf(
  part("skills", entries),
  part("skills", entries),
  part("skills", entries),
  part("skills", former),
  part("enableSkillCommands", fc.boolean()),
);

export const pi: Program = {
  id: "pi",
  label: "Pi",
  package: "@mariozechner/pi-coding-agent",
  version: "0.73.1",
  command: "pi",
  wire: "completions",
  folders: { project: ".pi/skills", home: ".pi/agent/skills", own: ".pi" },
  model: "fake-model",
  env: { FAKE_KEY: modelKey, PI_OFFLINE: "1", PI_SKIP_VERSION_CHECK: "1" },
  warm: { module: "@mariozechner/pi-coding-agent/dist/main.js", main: "main" },
  settings: withFurther(settingsOf({ "app/.pi/settings.json": parts, "home/.pi/agent/settings.json": parts })),
  setup: ({ home }) => ({ [`${home}/.pi/agent/models.json`]: JSON.stringify(models) }),
  line: (line) => line.replace(/^\/(?=[^/\s])/, "/skill:"),
  args: (prompt, model) => ["--provider", "fake", "--model", model, "-p", prompt],
  screen: { args: (model) => ["--provider", "fake", "--model", model] },
  call: () => undefined,
  read: (path) => ({ name: "read", input: { path } }),
  told({ requests, stderr }, tree): Told {
    const bodies = requests.map(({ body }) => body as CompletionsBody);
    const [first] = bodies;
    const list = listIn(
      textsIn(first, "system").join("\n"),
      "The following skills provide specialized instructions",
      "</available_skills>",
    );
    return {
      ...(list !== undefined && { stands: "system" }),
      catalog: list ?? "",
      own: [],
      ...(tree.line !== undefined && {
        line: first ? textsIn(first, "user").join("\n") : endingIn(stderr),
      }),
      results: [],
    };
  },
};

/** Nothing where it only says what is wrong with the line; the kind of error where its own code fails. */
function endingIn(stderr: string): string {
  const kind = /^TypeError\b/m.exec(stderr)?.[0];
  return kind === undefined ? "" : printedMark + kind;
}
