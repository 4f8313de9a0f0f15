import { skillsIn, type Tree, usualSkill } from "../../tree.ts";

/** Values beside a list that turns a skill off, some of which end a program. */
const beside: readonly object[] = [
  { tools: 1 },
  { tools: { allowed: 1 } },
  { tools: { core: "x" } },
  { tools: { exclude: 1 } },
  { context: { fileName: 1 } },
  { context: 1 },
  { model: 1 },
  { model: { name: 1 } },
  { security: 1 },
  { general: 1 },
  { ui: 1 },
  { themes: 1 },
  { mcpServers: 1 },
  { mcpServers: { x: 1 } },
  { hooks: 1 },
  { experimental: 1 },
  { advanced: 1 },
  { nope: 1 },
  { telemetry: 1 },
  { theme: 1 },
  { selectedAuthType: 1 },
  { security: { folderTrust: { enabled: "x" } } },
  { admin: { skills: { enabled: false } } },
  { agents: 1 },
  { permissions: 1 },
  { permissions: { allow: "x" } },
  { privacy: 1 },
  { ide: 1 },
  { ui: null },
  { ui: { theme: 5 } },
  { tools: null },
  { tools: { core: "" } },
  { tools: { exclude: "x" } },
  { tools: { discoveryCommand: 5 } },
  { policyPaths: 5 },
  { context: { includeDirectories: 5 } },
  { context: { memoryBoundaryMarkers: 0 } },
  { modelConfigs: { overrides: 5 } },
  { general: { language: 5 } },
  { model: null },
  { model: { goalMaxTurns: "x" } },
  { modelFallbacks: 5 },
  { plansDirectory: {} },
  { proxy: 5 },
];

const ofSkills: readonly object[] = [
  { skills: { disabled: null } },
  { skills: { disabled: "beta" } },
  { skills: { disabled: [1] } },
  { skills: 1 },
  { skills: [] },
  { skills: { enabled: 0 } },
  { skills: { enabled: "false" } },
  { skills: { enabled: "FALSE" } },
  { skills: ["beta"] },
  { skills: false },
];

const texts = [
  "{",
  "[]",
  '"x"',
  "null",
  "",
  '// c\n{"skills":{"disabled":["beta"]}}',
  '{"skills":{"disabled":["beta"],}}',
  '{"skills":{"disabled":["$HOME","beta"]}}',
];

const plain = (name: string) => usualSkill(name, `is ${name}`);

/** Values of the settings of Gemini CLI and of its fork. */
export const geminiSettingValueTrees: readonly Tree[] = (["gemini-cli", "qwen-code"] as const).flatMap((program) => {
  const files = skillsIn("{project}", { alpha: plain("alpha"), beta: plain("beta") });
  const objects = [...beside.map((value) => ({ skills: { disabled: ["beta"] }, ...value })), ...ofSkills];
  return [...objects.map((value) => JSON.stringify(value)), ...texts].map((text, index) => ({
    name: `${program.split("-")[0]}-value-${index}`,
    why: text,
    only: [program],
    files: { ...files, "{own}/settings.json": text },
    line: "Hello there",
    calls: [["alpha"], ["beta"]],
  }));
});
