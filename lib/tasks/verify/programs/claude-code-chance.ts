import fc from "fast-check";
import type { Settings } from "../random-settings.ts";
import { names, skillFile } from "../random-skills.ts";

const name = fc.constantFrom(...names);

/** Settings of Claude Code that affect skills, as people write them. */
const parts: fc.Arbitrary<object> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .array(
        fc.tuple(
          name,
          fc.constantFrom<unknown>("on", "off", "name-only", "user-invocable-only", "nonsense", "OFF", true, null),
        ),
        { minLength: 1, maxLength: 3 },
      )
      .map((words) => ({ skillOverrides: Object.fromEntries(words) })),
  },
  fc
    .constantFrom<unknown>(20, 100, 1000, 3000, 0, -1, "50", 10.5, null)
    .map((most) => ({ skillListingMaxDescChars: most })),
  fc
    .constantFrom<unknown>(0.02, 0.005, 0.05, 0, 1, 2, "0.1", -0.5)
    .map((share) => ({ skillListingBudgetFraction: share })),
  fc.constantFrom<unknown>(true, false, "true", 1).map((isOff) => ({ disableBundledSkills: isOff })),
  fc
    .array(fc.tuple(name, fc.constantFrom("Skill(@)", "Skill(@:*)", "Skill(@ *)", "Skill", "skill(@)", "Read(@)")), {
      minLength: 1,
      maxLength: 2,
    })
    .chain((rules) =>
      fc.constantFrom("deny", "allow", "ask").map((list) => ({
        permissions: { [list]: rules.map(([about, rule]) => rule.replace("@", about)) },
      })),
    ),
);

/** A settings file, occasionally one that is not JSON. */
const settingsText = fc.oneof(
  {
    weight: 12,
    arbitrary: fc
      .array(parts, { minLength: 1, maxLength: 2 })
      .map((all) => JSON.stringify(Object.assign({}, ...all) as object, null, 2)),
  },
  fc.constantFrom("", "{", "[]", "null", '{"skillOverrides": []}', '// comment\n{"disableBundledSkills": true}'),
);

const settingsFile = fc.tuple(
  fc.constantFrom("home/.claude/settings.json", "app/.claude/settings.json", "app/.claude/settings.local.json"),
  settingsText,
);

const uses = fc.array(fc.tuple(name, fc.nat(9)), { minLength: 1, maxLength: 4 }).map(
  (counted) =>
    [
      "home/.claude.json",
      JSON.stringify({
        skillUsage: Object.fromEntries(
          counted.map(([skill, usageCount]) => [skill, { usageCount, lastUsedAt: 1795478400000 }]),
        ),
      }),
    ] as const,
);

const cache = "home/.claude/plugins/cache/market";

interface ChancePlugin {
  readonly name: string;
  readonly manifest: string | undefined;
  readonly files: readonly (readonly [string, string])[];
  readonly isOn: boolean | undefined;
}

const manifest = (plugin: string) =>
  fc.option(
    fc.oneof(
      fc.constant({ name: plugin, version: "1.0.0" }),
      fc
        .constantFrom("./extra", ["./extra/"], ["./extra", "./skills/alpha"], "../out", "./nowhere", [], 7)
        .map((skills) => ({ name: plugin, skills })),
      fc.constantFrom("other", "with blank", "", 42).map((other) => ({ name: other })),
      fc.constantFrom("./more", ["./more/c.md"], []).map((commands) => ({ name: plugin, commands })),
    ),
    { nil: undefined, freq: 6 },
  );

const pluginFile = fc
  .tuple(
    fc.constantFrom<(folder: string) => string>(
      ...[
        (folder: string) => `skills/${folder}/SKILL.md`,
        (folder: string) => `skills/${folder}/SKILL.md`,
        (folder: string) => `skills/${folder}/SKILL.md`,
        (folder: string) => `extra/${folder}/SKILL.md`,
        (folder: string) => `commands/${folder}.md`,
        (folder: string) => `commands/sub/${folder}.md`,
        (folder: string) => `more/${folder}.md`,
        (folder: string) => `skills/group/${folder}/SKILL.md`,
        () => "SKILL.md",
        () => "skills/SKILL.md",
      ],
    ),
    name,
    skillFile,
  )
  .map(([place, folder, text]) => [place(folder), text] as const);

const plugin: fc.Arbitrary<ChancePlugin> = fc.constantFrom("pa", "pb", "alpha", "Big-One").chain((each) =>
  fc.record({
    name: fc.constant(each),
    manifest: manifest(each).map((written) => written && JSON.stringify(written)),
    files: fc.array(pluginFile, { minLength: 1, maxLength: 3 }),
    isOn: fc.constantFrom<boolean | undefined>(true, true, true, true, false, undefined),
  }),
);

const plugins = fc
  .uniqueArray(plugin, { minLength: 1, maxLength: 2, selector: (each) => each.name })
  .map((all) => [...all.flatMap(filesOf), ...registryOf(all)]);

function filesOf({ name: plugin, manifest: written, files }: ChancePlugin) {
  const at = `${cache}/${plugin}/1.0.0`;
  return [
    ...files.map(([path, text]) => [`${at}/${path}`, text] as const),
    ...(written === undefined ? [] : [[`${at}/.claude-plugin/plugin.json`, written] as const]),
  ];
}

function registryOf(all: readonly ChancePlugin[]) {
  const date = "2026-11-01T00:00:00.000Z";
  const entries = all.map(({ name: plugin }) => {
    const installPath = `{world}/${cache}/${plugin}/1.0.0`;
    return [
      `${plugin}@market`,
      [{ scope: "user", installPath, version: "1.0.0", installedAt: date, lastUpdated: date }],
    ] as const;
  });
  const on = all.flatMap(({ name: plugin, isOn }) => (isOn === undefined ? [] : [[`${plugin}@market`, isOn] as const]));
  const market = "home/.claude/plugins/marketplaces/market";
  const source = { source: "github", repo: "owner/name" };
  const listed = all.map(({ name: plugin }) => ({ name: plugin, source: `./${plugin}`, version: "1.0.0" }));
  return [
    [
      "home/.claude/plugins/known_marketplaces.json",
      JSON.stringify({ market: { source, installLocation: `{world}/${market}`, lastUpdated: date } }),
    ],
    [
      `${market}/.claude-plugin/marketplace.json`,
      JSON.stringify({ name: "market", owner: { name: "Someone" }, plugins: listed }),
    ],
    [
      "home/.claude/plugins/installed_plugins.json",
      JSON.stringify({ version: 2, plugins: Object.fromEntries(entries) }),
    ],
    ["home/.claude/settings.json", JSON.stringify({ enabledPlugins: Object.fromEntries(on) })],
  ] as const;
}

/** Settings in one or several files, usage counts of skills, and plugins. */
export const claudeCodeSettings: Settings = fc.oneof(
  { weight: 3, arbitrary: fc.array(settingsFile, { minLength: 1, maxLength: 3 }) },
  { weight: 1, arbitrary: uses.map((each) => [each]) },
  { weight: 2, arbitrary: plugins },
);
