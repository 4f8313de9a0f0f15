import { expect, test } from "vitest";
import { profiles } from "#lib/harness/profiles.ts";
import { installRoot } from "#lib/harness/roots/roots.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { malformedSkills } from "#lib/tasks/bench/harness/malformed-skills.ts";
import { createVolume } from "#lib/vfs/volume.ts";
import { discover } from "./discover.ts";

const place = { cwd: "/workspace", home: "/home/user" };

/** The harnesses of the table's columns. */
const columns = ["keen", "keen-rfc", "gencode", "ak-coder", "kodelet", "agentskills"];

/** What happens to each file: `+` loaded, `-` rejected, and the first finding about it. */
const verdicts: ReadonlyMap<string, string> = new Map([
  ["empty", "-not-empty -not-empty +not-empty +not-empty -not-empty -not-empty"],
  ["blank", "-not-empty -not-empty +not-empty +not-empty -not-empty -not-empty"],
  ["no frontmatter", "-frontmatter +frontmatter +frontmatter +frontmatter -frontmatter -frontmatter"],
  ["broken YAML", "-yaml -yaml -yaml +name-differs -yaml -yaml"],
  ["unquoted colon", "-yaml -yaml -yaml + -yaml -yaml"],
  ["byte-order mark", "-frontmatter +frontmatter +frontmatter +frontmatter -frontmatter -frontmatter"],
  ["CRLF", "+ + + + + +"],
  ["carriage returns alone", "-frontmatter +frontmatter +frontmatter +frontmatter -frontmatter +"],
  ["NUL", "-yaml -yaml -yaml +name-differs -yaml -yaml"],
  ["NUL in the body", "+ + + + + +"],
  ["long body", "+ + -line-length + + +"],
  ["many lines", "+ + + + + +"],
  ["much hidden text", "+hidden-text +hidden-text -line-length +hidden-text +hidden-text +hidden-text"],
  [
    "long and unclosed",
    "-frontmatter-closed -frontmatter-closed -frontmatter-closed +frontmatter-closed -frontmatter-length -frontmatter-closed",
  ],
  ["many blanks", "-not-empty -not-empty -line-length +not-empty -not-empty -not-empty"],
  ["many dashes", "-frontmatter +frontmatter -line-length +frontmatter -name -mapping"],
  ["many links", "+ + -line-length + + +"],
  [
    "long field",
    "-frontmatter-length -frontmatter-length -line-length +frontmatter-length -frontmatter-length -frontmatter-length",
  ],
  [
    "50,000 keys",
    "-frontmatter-length -frontmatter-length -frontmatter-length +frontmatter-length -frontmatter-length -frontmatter-length",
  ],
  [
    "50,000 keys in quotes",
    "-frontmatter-length -frontmatter-length -frontmatter-length +frontmatter-length -frontmatter-length -frontmatter-length",
  ],
  ["keys in quotes up to the limit", "+ + + + + +breaks-standard"],
  ["repeated keys up to the limit", "-yaml -yaml -yaml +description -description -yaml"],
  ["list up to the limit", "+ + + + + -yaml"],
  ["anchors up to the limit", "-yaml -yaml -yaml + -yaml -yaml"],
  ["comments up to the limit", "-yaml -yaml -yaml + -yaml -yaml"],
  ["blank lines up to the limit", "+ + + + + +breaks-standard"],
  [
    "30,000 commas",
    "-frontmatter-complexity -frontmatter-complexity -frontmatter-complexity +frontmatter-complexity -frontmatter-complexity -frontmatter-complexity",
  ],
  ["alias bomb", "+ + + + -yaml -yaml"],
  ["merge bomb", "+ + + + -yaml -yaml"],
  ["field called __proto__", "+ + + + + +breaks-standard"],
  ["duplicate keys", "-yaml -yaml -yaml +name-differs +name-differs -yaml"],
  ["list as name", "-yaml -yaml -yaml +name -name -yaml"],
  ["map as description", "-yaml -yaml -yaml +description -description -description-text"],
  ["list of fields", "-yaml -yaml -yaml +name -yaml -mapping"],
  ["text alone", "-yaml -yaml -yaml +name -yaml -mapping"],
  ["numbers and words of YAML", "+name-differs +name-differs +name-differs +name-differs -name +breaks-standard"],
  ["null name", "-name +name +name +name -name +breaks-standard"],
  ["no name", "-name +name +name +name -name -name"],
  ["no description", "-description +description +description +description -description -description"],
  ["blank name", "-name +name + + + -name-text"],
  [
    "deep brackets",
    "-frontmatter-complexity -frontmatter-complexity -frontmatter-complexity +frontmatter-complexity -frontmatter-complexity -frontmatter-complexity",
  ],
  [
    "deep lists",
    "-frontmatter-complexity -frontmatter-complexity -frontmatter-complexity +frontmatter-complexity -frontmatter-complexity -frontmatter-complexity",
  ],
  ["deep maps", "+ + + + + +breaks-standard"],
  [
    "deep explicit keys",
    "-frontmatter-complexity -frontmatter-complexity -frontmatter-complexity +frontmatter-complexity -frontmatter-complexity -frontmatter-complexity",
  ],
  ["line of 64 KiB", "+ + -line-length + + +"],
  [
    "line of 64 KiB in the frontmatter",
    "+description-too-long +description-too-long -line-length +description-too-long +description-too-long +breaks-standard",
  ],
  ["unclosed", "-frontmatter-closed -frontmatter-closed -frontmatter-closed +frontmatter-closed + -frontmatter-closed"],
  ["one line", "-frontmatter-closed -frontmatter-closed -frontmatter-closed +frontmatter -name -frontmatter-closed"],
  ["unclosed quote", "-yaml -yaml -yaml + -yaml -yaml"],
  ["tab as indentation", "-yaml -yaml -yaml +description -yaml -yaml"],
  ["unknown alias", "-yaml -yaml -yaml +name-differs -yaml -yaml"],
  ["unknown tag", "+ + + + + -yaml"],
  ["two documents", "+ + + + + -yaml"],
  ["directive", "-yaml -yaml -yaml + -yaml -yaml"],
  ["lone escapes", "-yaml -yaml -yaml +name-differs -yaml +breaks-standard"],
  ["invalid UTF-8", "-encoding +name-differs -encoding +name-differs -encoding +breaks-standard"],
  ["UTF-16", "-frontmatter +frontmatter +frontmatter +frontmatter -frontmatter -frontmatter"],
  ["binary", "-frontmatter +frontmatter +frontmatter +frontmatter -frontmatter -frontmatter"],
]);

// Of what grows faster than a text the bounds show with 1 MB too, under every harness; the bench has 10 MB.
const malformed = malformedSkills(1_000_000).map(({ name, bytes }) => [name, bytes] as const);

test.each(malformed)(
  "%s: every harness tells of it, and why it leaves it out",
  (name, bytes) => {
    // Many cases look in the same folder, and some of the files are long.
    const volumes = new Map<string, { path: string; volume: ReturnType<typeof createVolume> }>();
    const found = new Map(profiles.map((profile) => [profile.id, firstOf(profile)]));
    const outcomes = columns.map((id) => found.get(id));
    expect(outcomes.map((first) => `${first?.isLoaded ? "+" : "-"}${first?.code ?? ""}`).join(" ")).toBe(
      verdicts.get(name),
    );
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);

    function firstOf(profile: Profile) {
      const { path, volume } = placed(installRoot(profile, place, "project"));
      const { candidates, skills } = discover(profile, volume, place);
      expect(
        candidates.map(({ location }) => location),
        profile.label,
      ).toEqual([path]);
      const [candidate] = candidates;
      const isLoaded = candidate?.outcome.kind === "loaded";
      expect(skills, profile.label).toHaveLength(isLoaded ? 1 : 0);
      const [notice] = candidate?.notices ?? [];
      if (!isLoaded) expect(notice, profile.label).toMatchObject({ severity: "error", path });
      return { isLoaded, code: notice?.code };
    }
    function placed(root: string) {
      const known = volumes.get(root);
      if (known) return known;
      const volume = createVolume();
      const path = `${root}/malformed/SKILL.md`;
      volume.write(path, bytes);
      volumes.set(root, { path, volume });
      return { path, volume };
    }
  },
  60_000,
);
