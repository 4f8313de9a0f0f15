import { expect, test } from "vitest";
import type { Comparison, HarnessColumn } from "./comparison.ts";
import { comparisonDocument, comparisonMarkdown } from "./comparison-file.ts";
import type { MarkCounts } from "./headline.ts";

function column(profileId: string, label: string, tokens: number, counts: MarkCounts): HarnessColumn {
  const catalog = { channel: "system", text: "", rows: [] } as const;
  return { profileId, label, tokens, window: 1000, catalog, counts, verdicts: new Map() };
}

const by = "/workspace/.agents/skills/first/SKILL.md";
const commit = "0123456789012345678901234567890123456789";

const comparison: Comparison = {
  title: "acme/skills",
  sources: [
    { label: "acme/skills", source: { kind: "git", url: "https://github.com/acme/skills" }, commit },
    { label: "notes", source: { kind: "upload", name: "notes" } },
  ],
  way: "as-installed",
  columns: [
    column("keen", "Keen Code", 120, { loaded: 1, shadowed: 1 }),
    column("agentskills", "Agent Skills", 80, { loaded: 1, renamed: 1 }),
  ],
  skills: [
    {
      id: "m:/pdf/SKILL.md",
      source: "acme/skills",
      path: "/pdf/SKILL.md",
      folder: "pdf",
      differs: true,
      verdicts: [
        { kind: "shadowed", location: "/x", name: "p|df", reason: "The name p|df is [already](x) used", by },
        { kind: "renamed", location: "/y", name: "p|`d`f", reason: "Two\nlines" },
      ],
    },
    {
      id: "m:/plain/SKILL.md",
      source: "acme/skills",
      path: "/plain/SKILL.md",
      folder: "plain",
      differs: false,
      verdicts: [
        { kind: "loaded", location: "/p", name: "plain" },
        { kind: "loaded", location: "/p", name: "plain" },
      ],
    },
  ],
};

test("as data: versioned, verdicts by the profile's id, no path but that of the one before", () => {
  expect(comparisonDocument(comparison)).toEqual({
    version: 1,
    workspace: {
      title: "acme/skills",
      sources: [
        { label: "acme/skills", kind: "git", url: "https://github.com/acme/skills", commit },
        { label: "notes", kind: "upload" },
      ],
      way: "as-installed",
    },
    profiles: [
      {
        id: "keen",
        label: "Keen Code",
        tokens: 120,
        counts: { loaded: 1, renamed: 0, cut: 0, untold: 0, unknown: 0, out: 1 },
        headline: "Keen Code tells its model of 1 of 2 skills; 1 is not told.",
      },
      {
        id: "agentskills",
        label: "Agent Skills",
        tokens: 80,
        counts: { loaded: 1, renamed: 1, cut: 0, untold: 0, unknown: 0, out: 0 },
        headline: "Agent Skills tells its model of both skills.",
      },
    ],
    skills: [
      {
        source: "acme/skills",
        path: "/pdf/SKILL.md",
        folder: "pdf",
        differs: true,
        profiles: {
          keen: { verdict: "shadowed", name: "p|df", reason: "The name p|df is [already](x) used", by },
          agentskills: { verdict: "renamed", name: "p|`d`f", reason: "Two\nlines" },
        },
      },
      {
        source: "acme/skills",
        path: "/plain/SKILL.md",
        folder: "plain",
        differs: false,
        profiles: {
          keen: { verdict: "loaded", name: "plain" },
          agentskills: { verdict: "loaded", name: "plain" },
        },
      },
    ],
  });
});

test("as Markdown: one table and its reasons, with nothing of a stranger's text as markup", () => {
  expect(comparisonMarkdown(comparisonDocument(comparison))).toBe(
    String.raw`# Compare harnesses: acme/skills

- acme/skills: ${"`https://github.com/acme/skills`"} at ${`\`${commit}\``}
- notes

Counted as installed: each skill or plugin is put where the harness takes installs.

| Skill | Keen Code | Agent Skills |
| --- | --- | --- |
| Catalog | ≈120 tokens | ≈80 tokens |
| Loaded | 1 | 1 |
| Renamed | 0 | 1 |
| Left out | 1 | 0 |
| ${"`pdf`"} | shadowed | renamed ${"`` p"}\|${"`d`f ``"} |
| ${"`plain`"} | loaded | loaded |

## Reasons

- ${"`pdf`"} (acme/skills, ${"`/pdf/SKILL.md`"})
  - Keen Code, shadowed: The name p\|df is \[already\](x) used, by ${`\`${by}\``}
  - Agent Skills, renamed: Two lines
`,
  );
});
