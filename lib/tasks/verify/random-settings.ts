import fc from "fast-check";
import { names, skillFile } from "./random-skills.ts";

/** Settings files of a harness, with possible contents, and files that the settings are about. */
export type Settings = fc.Arbitrary<readonly (readonly [path: string, text: string])[]>;

const unchanged = (json: string) => json;

/** How people write JSON: mostly as it is, occasionally with what only some programs forgive. */
const spellings: readonly ((json: string) => string)[] = [
  (json) => JSON.stringify(JSON.parse(json), null, 2),
  (json) => `// skills\n${json}`,
  (json) => `${json}\n// the end\n`,
  (json) => json.replace("{", "{ /* skills */ "),
  (json) => json.replace(/\}$/, ",}"),
  (json) => json.replace("]", ",]"),
  (json) => `\ufeff${json}`,
  (json) => json.slice(0, -1),
  (json) => json.replace(/"(?=[^"]*$)/, '\u{10ffe9}"'),
  (json) => `${json.slice(0, -1)},"note":"caf\u{10ffe9}"}`,
];

const spelling = fc.oneof(
  { weight: 16, arbitrary: fc.constant(unchanged) },
  { weight: 3, arbitrary: fc.constantFrom(...spellings) },
);

/** One of a harness's settings files, or several, each with a value made for it. */
export function settingsOf(values: Readonly<Record<string, fc.Arbitrary<object>>>): Settings {
  const written = Object.entries(values).map(([path, value]) =>
    fc.tuple(value, spelling).map(([each, spelled]) => [path, spelled(JSON.stringify(each))] as const),
  );
  return fc.uniqueArray(fc.oneof(...written), { minLength: 1, maxLength: 4, selector: ([path]) => path });
}

/** A list of names in settings. */
export const nameList = fc.uniqueArray(
  fc.oneof(fc.constantFrom(...names), fc.constantFrom("alpha", "beta", "Beta", "ALPHA", " gamma ", "with-blank")),
  { minLength: 1, maxLength: 3 },
);

/** One or two of these parts as one value. */
export function someOf(...parts: readonly fc.Arbitrary<object>[]): fc.Arbitrary<object> {
  return fc.array(fc.oneof(...parts), { minLength: 1, maxLength: 2 }).map((all) => Object.assign({}, ...all) as object);
}

/** A part with this key, whose value is occasionally of another type than programs want. */
export function part(key: string, value: fc.Arbitrary<unknown>): fc.Arbitrary<object> {
  return fc
    .oneof({ weight: 12, arbitrary: value }, fc.constantFrom<unknown>(...oddValues))
    .map((each) => ({ [key]: each }));
}

const oddValues = [null, true, false, 7, "", "alpha", "./tools", [], {}, ["alpha", 7], [["alpha"]], { alpha: true }];

/** Folders outside of the usual ones, as a tree spells them. */
const folders = ["shared/more", "app/tools", "home/more", "app/pkg/tools"];

/** The same folders, and skills in them, as settings spell them. */
export const folderList = fc.uniqueArray(
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom("{world}/shared/more", "./tools", "tools", "~/more", "../shared/more") },
    fc.constantFrom(
      ...["{world}/app/tools/", "./tools/../tools", "{world}/shared", "{world}/nowhere", "$HOME/more", ".", "~", ""],
      ...["{world}/shared/more/alpha", "tools/beta", "tools/alpha/SKILL.md", " ./tools ", "{world}/shared/*"],
    ),
  ),
  { minLength: 1, maxLength: 3 },
);

const name = fc.oneof(fc.constantFrom(...names), fc.constantFrom("alpha", "alpha", "beta", "deep/er"));

/** Skills in the folders that settings may add. */
const further = fc.array(
  fc.tuple(fc.constantFrom(...folders), name, skillFile).map(([folder, named, text]) => {
    return [`${folder}/${named}/SKILL.md`, text] as const;
  }),
  { minLength: 1, maxLength: 4 },
);

/** Settings together with skills in the folders that they may add. */
export function withFurther(settings: Settings): Settings {
  return fc.tuple(settings, further).map((all) => all.flat());
}

const rule = fc
  .tuple(fc.constantFrom("", "!"), fc.constantFrom("/*", "/mnt/app/*", "/mnt/app/", "/mnt/*", "/mnt/home/*", "*"))
  .map((parts) => parts.join(""));

/** Extensions of Gemini CLI or Qwen Code with a skill or two each, and where they are on. @param own the harness's folder, and its name */
export function extensions(own: string, manifest: string): Settings {
  const folder = `home/${own}/extensions`;
  const one = fc.tuple(
    fc.constantFrom("pa", "pb", "p-c"),
    fc.constantFrom(
      ...["1.0.0", "1.0.0", "1.0.0", 1, ""].map((version): object => ({ version })),
      { version: "1.0.0", description: "An extension" },
      { version: "1.0.0", skills: "more" },
    ),
    fc.array(fc.tuple(fc.constantFrom("skills", "skills", "skills", "more"), name, skillFile), {
      minLength: 1,
      maxLength: 2,
    }),
  );
  const switches = fc.dictionary(
    fc.constantFrom("pa", "pb", "P-C"),
    fc.record({ overrides: fc.array(rule, { maxLength: 3 }) }),
    { minKeys: 1 },
  );
  return fc
    .tuple(
      fc.uniqueArray(one, { minLength: 1, maxLength: 2, selector: ([named]) => named }),
      fc.option(switches, { nil: undefined }),
    )
    .map(([all, rules]) => [
      ...all.flatMap(([named, more, skills]) => [
        [`${folder}/${named}/${manifest}`, JSON.stringify({ name: named, ...more })] as const,
        ...skills.map(([below, skill, text]) => [`${folder}/${named}/${below}/${skill}/SKILL.md`, text] as const),
      ]),
      ...(rules ? [[`${folder}/extension-enablement.json`, JSON.stringify(rules)] as const] : []),
    ]);
}
