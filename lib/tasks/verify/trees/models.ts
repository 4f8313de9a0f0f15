import { skillsIn, type Tree, usualSkill } from "../tree.ts";
import { many } from "./settings.ts";

const ofGemini = ["auto", "pro", "flash", "auto-gemini-2.5", "gemini-3-pro-preview", "gemini-2.0-flash", "gpt-5"];
const ofClaude = [
  "claude-opus-5-5",
  "claude-sonnet-5",
  "claude-opus-5",
  "claude-haiku-4-5",
  "claude-sonnet-4-6",
  "opus",
  "sonnet",
  "haiku",
  "claude-fable-5",
  "default",
];

/** What other models are told. */
export const modelTrees: readonly Tree[] = [
  ...ofGemini.map(
    (model): Tree => ({
      name: `model-of-gemini-${model}`,
      why: `asked for ${model}`,
      only: ["gemini-cli"],
      model,
      files: skillsIn("{project}", { alpha: usualSkill("alpha", "a") }),
      calls: [["alpha"], ["nope"]],
    }),
  ),
  ...ofClaude.flatMap(treesOfClaude),
];

function treesOfClaude(model: string): Tree[] {
  return [
    {
      name: `model-${model}`,
      why: `asked for ${model}`,
      only: ["claude-code"],
      model,
      files: {
        ...skillsIn("{project}", { alpha: usualSkill("alpha", "a") }),
        ...skillsIn("app/pkg/{folder}", { low: usualSkill("low", "below") }),
        "app/pkg/a.ts": "a",
      },
      reads: ["app/pkg/a.ts"],
      calls: [
        ["alpha", "x"],
        ["alpha", "x"],
        ["alpha", "y"],
      ],
    },
    {
      name: `model-many-${model}`,
      why: `asked for ${model}, and there is little room`,
      only: ["claude-code"],
      model,
      files: many(80, 900),
    },
  ];
}
