import { expect, test } from "vitest";
import { profileById, profiles } from "#lib/harness/profiles.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { malformedSkills } from "#lib/tasks/bench/malformed-skills.ts";
import { createVolume } from "#lib/vfs/volume.ts";
import { discover } from "./discover.ts";
import { installRoot } from "./roots.ts";

const place = { cwd: "/workspace", home: "/home/user" };

/** The harnesses of the table's columns. */
const columns = ["keen", "keen-rfc", "gencode", "ak-coder", "kodelet", "agentskills"];

/** What becomes of each: `+` loaded, `-` rejected, and the first thing that is said of it. */
const verdicts: ReadonlyMap<string, string> = new Map([
  ["empty", "-empty-file -empty-file +empty-file +empty-file -empty-file -empty-file"],
  ["blank", "-empty-file -empty-file +empty-file +empty-file -empty-file -empty-file"],
  ["no frontmatter", "-no-frontmatter +no-frontmatter +no-frontmatter +no-frontmatter -no-frontmatter -no-frontmatter"],
  ["broken YAML", "-bad-yaml -bad-yaml -bad-yaml +name-differs -bad-yaml -bad-yaml"],
  ["unquoted colon", "-bad-yaml -bad-yaml -bad-yaml + -bad-yaml -bad-yaml"],
  [
    "byte-order mark",
    "-no-frontmatter +no-frontmatter +no-frontmatter +no-frontmatter -no-frontmatter -no-frontmatter",
  ],
  ["CRLF", "+ + + + + +"],
  ["carriage returns alone", "-no-frontmatter +no-frontmatter +no-frontmatter +no-frontmatter -no-frontmatter +"],
  ["NUL", "-bad-yaml -bad-yaml -bad-yaml +name-differs -bad-yaml -bad-yaml"],
  ["NUL in the body", "+ + + + + +"],
  ["10 MB body", "+ + -line-too-long + + +"],
  ["10 MB of lines", "+ + + + + +"],
  ["10 MB of hidden text", "+hidden-text +hidden-text -line-too-long +hidden-text +hidden-text +hidden-text"],
  [
    "10 MB unclosed",
    "-unclosed-frontmatter -unclosed-frontmatter -unclosed-frontmatter +unclosed-frontmatter -frontmatter-too-long -unclosed-frontmatter",
  ],
  ["10 MB of blanks", "-empty-file -empty-file -line-too-long +empty-file -empty-file -empty-file"],
  ["10 MB of dashes", "-no-frontmatter +no-frontmatter -line-too-long +no-frontmatter -missing-field -no-mapping"],
  ["10 MB of links", "+ + -line-too-long + + +"],
  [
    "10 MB in one field",
    "-frontmatter-too-long -frontmatter-too-long -line-too-long +frontmatter-too-long -frontmatter-too-long -frontmatter-too-long",
  ],
  [
    "50,000 keys",
    "-frontmatter-too-long -frontmatter-too-long -frontmatter-too-long +frontmatter-too-long -frontmatter-too-long -frontmatter-too-long",
  ],
  [
    "50,000 keys in quotes",
    "-frontmatter-too-long -frontmatter-too-long -frontmatter-too-long +frontmatter-too-long -frontmatter-too-long -frontmatter-too-long",
  ],
  ["keys in quotes up to the limit", "+ + + + + +breaks-standard"],
  ["repeated keys up to the limit", "-bad-yaml -bad-yaml -bad-yaml +field-fallback -missing-field -bad-yaml"],
  ["list up to the limit", "+ + + + + -bad-yaml"],
  ["anchors up to the limit", "-bad-yaml -bad-yaml -bad-yaml + -bad-yaml -bad-yaml"],
  ["comments up to the limit", "-bad-yaml -bad-yaml -bad-yaml + -bad-yaml -bad-yaml"],
  ["blank lines up to the limit", "+ + + + + +breaks-standard"],
  ["alias bomb", "+ + + + -bad-yaml -bad-yaml"],
  ["merge bomb", "+ + + + -bad-yaml -bad-yaml"],
  ["field called __proto__", "+ + + + + +breaks-standard"],
  ["duplicate keys", "-bad-yaml -bad-yaml -bad-yaml +name-differs +name-differs -bad-yaml"],
  ["list as name", "-bad-yaml -bad-yaml -bad-yaml +field-fallback -missing-field -bad-yaml"],
  ["map as description", "-bad-yaml -bad-yaml -bad-yaml +field-fallback -missing-field -missing-field"],
  ["list of fields", "-bad-yaml -bad-yaml -bad-yaml +field-fallback -bad-yaml -no-mapping"],
  ["text alone", "-bad-yaml -bad-yaml -bad-yaml +field-fallback -bad-yaml -no-mapping"],
  [
    "numbers and words of YAML",
    "+name-differs +name-differs +name-differs +name-differs -missing-field +breaks-standard",
  ],
  ["null name", "-missing-field +field-fallback +field-fallback +field-fallback -missing-field +breaks-standard"],
  ["no name", "-missing-field +field-fallback +field-fallback +field-fallback -missing-field -missing-field"],
  ["no description", "-missing-field +field-fallback +field-fallback +field-fallback -missing-field -missing-field"],
  ["blank name", "-missing-field +field-fallback + + + -missing-field"],
  ["deep brackets", "-bad-yaml -bad-yaml -bad-yaml + -bad-yaml -bad-yaml"],
  ["deep lists", "-bad-yaml -bad-yaml -bad-yaml + -bad-yaml -bad-yaml"],
  ["deep maps", "+ + + + + +breaks-standard"],
  ["deep explicit keys", "-bad-yaml -bad-yaml -bad-yaml + -bad-yaml -bad-yaml"],
  ["line of 64 KiB", "+ + -line-too-long + + +"],
  [
    "line of 64 KiB in the frontmatter",
    "-frontmatter-too-long -frontmatter-too-long -line-too-long +frontmatter-too-long -frontmatter-too-long -frontmatter-too-long",
  ],
  [
    "unclosed",
    "-unclosed-frontmatter -unclosed-frontmatter -unclosed-frontmatter +unclosed-frontmatter + -unclosed-frontmatter",
  ],
  [
    "one line",
    "-unclosed-frontmatter -unclosed-frontmatter -unclosed-frontmatter +no-frontmatter -missing-field -unclosed-frontmatter",
  ],
  ["unclosed quote", "-bad-yaml -bad-yaml -bad-yaml + -bad-yaml -bad-yaml"],
  ["tab as indentation", "-bad-yaml -bad-yaml -bad-yaml +field-fallback -bad-yaml -bad-yaml"],
  ["unknown alias", "-bad-yaml -bad-yaml -bad-yaml +name-differs -bad-yaml -bad-yaml"],
  ["unknown tag", "+ + + + + -bad-yaml"],
  ["two documents", "+ + + + + -bad-yaml"],
  ["directive", "-bad-yaml -bad-yaml -bad-yaml + -bad-yaml -bad-yaml"],
  ["lone escapes", "-bad-yaml -bad-yaml -bad-yaml +name-differs -bad-yaml +breaks-standard"],
  ["invalid UTF-8", "+name-differs +name-differs +name-differs +name-differs +name-differs +breaks-standard"],
  ["UTF-16", "-no-frontmatter +no-frontmatter +no-frontmatter +no-frontmatter -no-frontmatter -no-frontmatter"],
  ["binary", "-no-frontmatter +no-frontmatter +no-frontmatter +no-frontmatter -no-frontmatter -no-frontmatter"],
]);

function findMalformed(profile: Profile, bytes: Uint8Array) {
  const volume = createVolume();
  const path = `${installRoot(profile, place, "project")}/malformed/SKILL.md`;
  volume.write(path, bytes);
  return { path, ...discover(profile, volume, place) };
}

test.each(malformedSkills().map(({ name, bytes }) => [name, bytes] as const))(
  "%s",
  (name, bytes) => {
    const found = columns.map(profileById).map((profile) => {
      const [candidate] = findMalformed(profile, bytes).candidates;
      return `${candidate?.outcome.kind === "loaded" ? "+" : "-"}${candidate?.notices[0]?.code ?? ""}`;
    });
    expect(found.join(" ")).toBe(verdicts.get(name));
  },
  60_000,
);

test.each(profiles.map((profile) => [profile.label, profile] as const))(
  "%s tells of each, and why it leaves it out",
  (_label, profile) => {
    for (const { bytes } of malformedSkills()) {
      const { path, candidates, skills } = findMalformed(profile, bytes);
      expect(candidates.map(({ location }) => location)).toEqual([path]);
      expect(skills).toHaveLength(candidates[0]?.outcome.kind === "loaded" ? 1 : 0);
      if (skills.length === 0) expect(candidates[0]?.notices[0]).toMatchObject({ severity: "error", path });
      expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
    }
  },
  60_000,
);
