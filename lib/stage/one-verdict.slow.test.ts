import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { finish } from "#lib/async/steps.ts";
import { reportText } from "#lib/command/report/report-text.ts";
import { profiles as written } from "#lib/harness/profiles.ts";
import { forModel } from "#lib/harness/vocabulary/profile.ts";
import { comparisonDocument, comparisonMarkdown } from "#lib/report/compare/comparison-file.ts";
import { headline, headlineBeside, toldCounts, type Way, ways } from "#lib/report/compare/headline.ts";
import { summarise } from "#lib/report/compare/patterns.ts";
import { reportMarkdown } from "#lib/report/faces/markdown.ts";
import { plain } from "#lib/report/faces/markdown-text.ts";
import { reportSarif } from "#lib/report/faces/sarif.ts";
import { readReport, writeReport } from "#lib/report/shape.ts";
import { badgeWords } from "#lib/report/words.ts";
import { briefOf } from "#lib/server/reports/brief.ts";
import { createMountTable } from "#lib/vfs/mount-table.ts";
import { createVolume } from "#lib/vfs/volume.ts";
import { candidateOf } from "./candidate-of.ts";
import { comparisonOf } from "./comparing.ts";
import { deriveView } from "./derive-view.ts";
import { indexTree, type MountTree } from "./mount-tree.ts";
import type { PlacedMount } from "./placed-mount.ts";
import { placeMounts } from "./placement.ts";
import { sourceReport } from "./source-report.ts";
import { verdictsIn } from "./verdicts.ts";
import { placedIn, wayOf } from "./ways.ts";

type Texts = Readonly<Record<string, string>>;

const text = (name: string, description = `Of ${name}, when somebody asks.`) =>
  `---\nname: ${name}\ndescription: ${description}\n---\nDo it.\n`;

/** A repository of `count` skills; `at` gives the path of each. */
function many(count: number, at: (index: number) => string, extra: Texts = {}): Texts {
  const skills = Array.from({ length: count }, (_, index) => {
    const words = `Number ${index}: ${"asks, reads and writes things; ".repeat(1 + (index % 9))}`;
    return [`${at(index)}/SKILL.md`, text(`skill-${index}`, words.replaceAll(": ", " "))] as const;
  });
  return { ...Object.fromEntries(skills), ...extra };
}

const plugin = (name: string, manifest: string) => ({ [`/plugins/${name}/${manifest}`]: JSON.stringify({ name }) });
const kits = Array.from({ length: 20 }, (_, index) => `kit-${index}`);

const trees: Readonly<Record<string, Texts>> = {
  ...Object.fromEntries(["first-look", "arguments", "why-not-found", "many-harnesses", "office-day"].map(sampleTexts)),
  "no skill at all": { "/README.md": "Nothing.\n" },
  "plain folders, one broken, two of one name": {
    "/skills/a/SKILL.md": text("a"),
    "/skills/b/SKILL.md": "no frontmatter",
    "/other/a/SKILL.md": text("a"),
    "/skills/deep/er/c/SKILL.md": text("c"),
  },
  "folders of Claude Code with commands": {
    "/.claude/skills/a/SKILL.md": text("a"),
    "/.claude/skills/b/SKILL.md": text("other"),
    "/.claude/commands/release.md": "Release it.\n",
  },
  "plugins of two formats": {
    ...plugin("kit", ".codex-plugin/plugin.json"),
    ...plugin("set", ".claude-plugin/plugin.json"),
    "/plugins/kit/skills/a/SKILL.md": text("a"),
    "/plugins/set/skills/b/SKILL.md": text("b"),
    "/.agents/skills/own/SKILL.md": text("own"),
    "/loose/SKILL.md": text("loose"),
  },
  "plugins that are one folder, with a skill of none": {
    "/.claude-plugin/marketplace.json": JSON.stringify({
      name: "market",
      owner: { name: "somebody" },
      plugins: ["a", "b"].map((name) => ({ name, source: "./", strict: false, skills: [`./skills/${name}`] })),
    }),
    "/skills/a/SKILL.md": text("a"),
    "/skills/b/SKILL.md": text("b"),
    "/skills/c/SKILL.md": text("c"),
  },
  "plugins of which one has commands alone": {
    "/.claude-plugin/marketplace.json": JSON.stringify({
      name: "market",
      owner: { name: "somebody" },
      plugins: ["ship", "kit"].map((name) => ({ name, source: `./${name}` })),
    }),
    "/ship/commands/release.md": "---\ndescription: Releases it.\n---\nDo it.\n",
    "/kit/skills/a/SKILL.md": text("a"),
  },
  "links and odd places": {
    "/skills/pdf/SKILL.md": text("pdf"),
    "/.gen/skills/node_modules/x/SKILL.md": text("x"),
    "/.kodelet/skills/k/skill.md": text("k"),
  },
  "200 skills in plain folders": many(200, (index) => `/skills/group-${index % 7}/skill-${index}`),
  "200 skills in 20 plugins, one where agents look": many(
    200,
    (index) => (index === 0 ? "/.agents/skills/skill-0" : `/plugins/kit-${index % 20}/skills/skill-${index}`),
    Object.assign({}, ...kits.map((name) => plugin(name, ".codex-plugin/plugin.json"))) as Texts,
  ),
};

const links: Readonly<Record<string, Texts>> = {
  "links and odd places": { "/.claude/skills/pdf": "../../skills/pdf", "/.agents/skills": "../skills" },
};

function sampleTexts(id: string): [string, Texts] {
  const folder = fileURLToPath(new URL(`../../public/samples/${id}`, import.meta.url));
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return [
    id,
    Object.fromEntries(
      files.map(({ parentPath, name }) => {
        const path = `${parentPath}/${name}`;
        return [path.slice(folder.length), readFileSync(path, "utf8")];
      }),
    ),
  ];
}

function grow(name: string): MountTree {
  const volume = createVolume();
  for (const [path, content] of Object.entries(trees[name] ?? {}))
    volume.write(path, new TextEncoder().encode(content));
  for (const [path, target] of Object.entries(links[name] ?? {})) volume.link(path, target);
  return indexTree(volume);
}

const source = { kind: "upload", name: "it" } as const;
const bundled = { "/code-review/SKILL.md": text("code-review"), "/a/SKILL.md": text("a") };

/** The lab's workspace: the tree mounted in the given way, the harness's bundled skills and an empty home. */
function lab(tree: MountTree, way: Way) {
  const project: PlacedMount = { id: "m", source, label: "it", as: "project", scope: "project", at: "/workspace" };
  const volume = createVolume();
  for (const [path, content] of Object.entries(bundled)) volume.write(path, new TextEncoder().encode(content));
  return {
    own: indexTree(createVolume()),
    bundled: indexTree(volume),
    mounts: placedIn(way, [project]),
    trees: new Map([["m", tree]]),
  };
}

const profiles = written.map((profile) => forModel(profile));

describe.each(Object.keys(trees))("%s", (name) => {
  test.each(["as-it-lies", "as-installed"] as const)("%s, every surface says the same", (way) => {
    const tree = grow(name);
    const placed = lab(tree, way);
    const sources = [{ label: "it", source }];
    const comparison = finish(comparisonOf({ title: "it", sources, profiles, ...placed }));
    const report = finish(sourceReport({ source, label: "it", tree, notices: [], way }));
    const read = readReport(writeReport(report));
    const document = comparisonDocument(comparison);
    const texts = {
      markdown: reportMarkdown(report),
      sarif: reportSarif(report),
      console: reportText(report, (_, words) => words),
    };
    expect([comparison.way, report.way, read?.way, document.workspace.way]).toEqual([way, way, way, way]);
    expect(comparisonMarkdown(document)).toContain(`Counted ${ways[way].label.toLowerCase()}`);
    expect(texts.markdown).toContain(`Counted ${ways[way].label.toLowerCase()}`);
    if (report.skills.length > 0) expect(texts.console).toContain(`Counted ${ways[way].label.toLowerCase()}`);
    expect(JSON.parse(texts.sarif).runs[0].properties.way).toBe(way);
    const brief = briefOf(report);
    for (const [at, profile] of profiles.entries()) {
      const { label } = profile;
      const { points, skillFiles } = finish(placeMounts({ profile, ...placed }));
      const files = createMountTable(points);
      const view = finish(deriveView({ profile, files, skillFiles, mountNotices: [] }));
      const verdict = verdictsIn({
        label,
        way: wayOf(placed.mounts),
        view,
        locate: (path) => files.locate(path, "keep"),
      });
      const { counts } = verdict;
      expect(comparison.columns[at]?.counts, label).toEqual(counts);
      expect(report.harnesses[at]?.counts, label).toEqual(counts);
      expect(read?.harnesses[at]?.counts, label).toEqual(counts);
      expect(brief.harnesses[at]?.counts, label).toEqual(counts);
      expect(document.profiles[at]?.headline).toBe(verdict.headline);
      expect(texts.markdown).toContain(`\n| ${plain(label)} | ${plain(headlineBeside(counts))} |`);
      expect(texts.console).toContain(verdict.headline);
      expect(JSON.parse(texts.sarif).runs[0].properties.headlines[at]).toBe(verdict.headline);
      expect(headline(label, report.harnesses[at]?.counts ?? {})).toBe(verdict.headline);
      const tallied = Object.values(summarise(comparison, 0)[at]?.counts ?? {}).reduce((sum, count) => sum + count, 0);
      expect(tallied).toBe(verdict.told.total);
      // Whoever asks about a file gets the verdict that is counted.
      for (const { mountId, path, candidate } of verdict.skills.filter((each) => each.mountId === "m"))
        expect(candidateOf(view.discovery, files, { mountId, path })).toBe(candidate);
      // Each SKILL.md has the same mark in its row of the report and is counted once.
      const marks = new Map(verdict.skills.map(({ path, kind }) => [path, kind]));
      expect(report.skills.map(({ marks: row }) => row[at])).toEqual(report.skills.map(({ path }) => marks.get(path)));
      expect(verdict.told.total).toBeGreaterThanOrEqual(report.skills.length);
    }
    // A badge gives no numbers for a harness that finds skills without documentation of what it tells the model.
    const known = report.harnesses.filter(({ counts }) => (counts.undocumented ?? 0) === 0);
    const telling = report.harnesses.filter(({ counts }) => toldCounts(counts).told + toldCounts(counts).later > 0);
    expect(badgeWords({ skills: brief.skills, harnesses: brief.harnesses })).toContain(
      `${telling.length}/${known.length}`,
    );
  });
});
