import { basename } from "node:path";
import { isSkillName } from "#lib/vfs/files.ts";
import "#lib/zod-jitless.ts";
import * as z from "zod/mini";
import { estimateTokens } from "#lib/chat/tokens/estimate-tokens.ts";
import { isUndocumented } from "#lib/harness/vocabulary/undocumented.ts";
import { routeIn } from "#lib/library/route.ts";
import { reportShape } from "#lib/report/shape.ts";
import { levelTotals } from "#lib/report/words.ts";
import { growTree } from "#lib/stage/grow-tree.ts";
import type { MountTree } from "#lib/stage/mount-tree.ts";
import { normalizePath } from "#lib/vfs/paths.ts";
import { compareFolder } from "../compare-folder.ts";
import { noConfig } from "../config.ts";
import { UsageError } from "../console.ts";
import { explainAll, explanationDocument } from "../explain-folder.ts";
import { harnessesOf, harnessIds } from "../harnesses.ts";
import { openUnder } from "../open-under.ts";
import { readFolder } from "../read-folder.ts";
import { reportOnFolder } from "../report/open-source.ts";
import { comparisonShape, explanationShape } from "../schemas.ts";

/** A tool: a question that a client may ask about a folder. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.core.$ZodType;
  readonly output: z.core.$ZodType;
  /**
   * @param given input, validated by `input`
   * @throws errors that `sentenceOf` can tell in a sentence
   */
  answer(root: string, given: unknown): Promise<Record<string, unknown>>;
}

/** Skills and findings per answer by default: a model pays for each word of an answer. */
const usual = 50;
const most = 1_000;
/** Most characters of a catalog in one answer. */
const longestCatalog = 100_000;
/** Most characters of a client's text. */
const longestText = 10_000;

const harnessText = `One of: ${harnessIds}.`;
const one = z.string().check(z.maxLength(100), z.describe(harnessText));
const several = z.optional(
  z.array(one).check(z.minLength(1), z.maxLength(100), z.describe(`Harnesses; all where absent. ${harnessText}`)),
);
const limit = z.optional(
  z.int().check(z.minimum(1), z.maximum(most), z.describe(`How many are told at most; ${usual} where absent.`)),
);
const skillPath = z
  .string()
  .check(z.minLength(1), z.maxLength(4096), z.describe("A SKILL.md or its folder, from the folder that is served."));

const reportInput = z.object({
  skills: z.optional(z.array(skillPath).check(z.maxLength(most), z.describe("Only these; all where absent."))),
  limit,
});
const leftOut = z.object({ skills: z.number(), findings: z.number() });
const explainInput = z.object({ skill: skillPath, harnesses: several });
const catalogInput = z.object({ harness: one });
const catalogOutput = z.object({
  harness: z.string(),
  channel: z.string(),
  text: z.string(),
  /** Characters of the whole text; the answer contains only its beginning. */
  characters: z.number(),
  /** Estimated. */
  tokens: z.number(),
  skills: z.array(z.object({ name: z.string(), path: z.string(), cut: z.optional(z.string()) })),
  leftOut: z.array(z.string()),
});
const request = z.string().check(z.minLength(1), z.maxLength(longestText), z.describe("What a person would ask."));
const routeInput = z.object({ harness: one, request });
const routeOutput = z.object({
  skill: z.optional(z.string()),
  words: z.array(z.string()),
  ranking: z.array(z.object({ skill: z.string(), score: z.number(), share: z.number(), words: z.array(z.string()) })),
});
const compareInput = z.object({
  harnesses: several,
  differing: z.optional(z.boolean().check(z.describe("Only skills that the harnesses disagree on."))),
  limit,
});

export const tools: readonly Tool[] = [
  tool({
    name: "report",
    title: "Report on the skills",
    description:
      "What harnesses make of the folder's skills, what they need (packages, programs, hosts), and what to read before installing them.",
    input: reportInput,
    output: z.object({ report: reportShape, leftOut }),
    async answer(root, { skills, limit: asked = usual }) {
      const paths = skills?.map(skillFile);
      const changed = paths?.map((path) => path.slice(1));
      const options = { way: "as-installed", config: noConfig, changed } as const;
      const { report } = await reportOnFolder(root, basename(root), options);
      const absent = paths?.find((path) => !report.skills.some((skill) => skill.path === path));
      if (absent !== undefined) throw noSkill(absent);
      const { findings } = report.trust;
      const { alarm, look, note } = levelTotals(report);
      return {
        report: {
          ...report,
          skills: report.skills.slice(0, asked),
          trust: { ...report.trust, findings: findings.slice(0, asked) },
        },
        leftOut: {
          skills: Math.max(0, report.skills.length - asked),
          findings: alarm + look + note - Math.min(findings.length, asked),
        },
      };
    },
  }),
  tool({
    name: "explain",
    title: "Why a skill is, or is not, offered",
    description:
      "Every rule of each harness on one SKILL.md, in the order of its tests, with the harness's own words and what to do.",
    input: explainInput,
    output: explanationShape,
    async answer(root, { skill, harnesses }) {
      const tree = await treeOf(root);
      const path = skillFile(skill);
      if (tree.volume.stat(path)?.kind !== "file") throw noSkill(path);
      return explanationDocument(path, await explainAll(tree, path, profilesOf(harnesses)));
    },
  }),
  tool({
    name: "catalog",
    title: "What a harness tells its model of the skills",
    description:
      "The exact text, before any skill is read; which skill stands in it, which was cut, and which found no room.",
    input: catalogInput,
    output: catalogOutput,
    async answer(root, { harness }) {
      const { label, catalog, pathOf } = await catalogOf(root, harness);
      const { channel, text, rows, leftOut: missing = [] } = catalog;
      return {
        harness: label,
        channel,
        text: text.slice(0, longestCatalog).toWellFormed(),
        characters: text.length,
        tokens: estimateTokens(text),
        skills: rows.map(({ skill: name, location, cut }) => ({
          name,
          path: pathOf(location),
          ...(cut && { cut: cut.by }),
        })),
        leftOut: missing.map(pathOf),
      };
    },
  }),
  tool({
    name: "route",
    title: "Where a request leads",
    description:
      "Which skill a request leads to by the words it shares with what the harness tells of each. A model may choose otherwise.",
    input: routeInput,
    output: routeOutput,
    async answer(root, { harness, request: asked }) {
      const { catalog } = await catalogOf(root, harness);
      const route = routeIn(catalog.text, asked);
      return { ...route, ranking: route.ranking.slice(0, usual) };
    },
  }),
  tool({
    name: "compare",
    title: "Harnesses side by side",
    description: "What each harness makes of each skill of the folder.",
    input: compareInput,
    output: z.extend(comparisonShape, { leftOut: z.number() }),
    async answer(root, { harnesses, differing = false, limit: asked = usual }) {
      const document = await compareFolder(root, profilesOf(harnesses));
      const skills = differing ? document.skills.filter(({ differs }) => differs) : document.skills;
      return { ...document, skills: skills.slice(0, asked), leftOut: Math.max(0, skills.length - asked) };
    },
  }),
];

interface TypedTool<Input extends z.core.$ZodType> extends Omit<Tool, "input" | "answer"> {
  readonly input: Input;
  answer(root: string, given: z.output<Input>): Promise<Record<string, unknown>>;
}

/** Hides a tool's input type: the server validates the input by the tool's shape before it calls `answer` (`skills-server.ts`). */
function tool<Input extends z.core.$ZodType>({ answer, ...rest }: TypedTool<Input>): Tool {
  return { ...rest, answer: (root, given) => answer(root, given as z.output<Input>) };
}

function profilesOf(ids: readonly string[] | undefined) {
  return harnessesOf(ids?.join(",") ?? harnessIds);
}

function treeOf(root: string): Promise<MountTree> {
  return growTree(readFolder(root).snapshot, {});
}

function noSkill(path: string): UsageError {
  return new UsageError(`There is no ${path.slice(1)} in the folder.`);
}

/** The path of a SKILL.md, from `/`; a path cannot lead above the folder. */
function skillFile(given: string): string {
  const path = normalizePath(`/${given}`);
  return isSkillName(path) ? path : normalizePath(`${path}/SKILL.md`);
}

async function catalogOf(root: string, harness: string) {
  const [profile] = harnessesOf(harness);
  if (!profile) throw new UsageError(`There is no harness ${harness}.`);
  if (isUndocumented(profile, "catalog"))
    throw new UsageError(`What ${profile.label} tells its model is not documented.`);
  const { files, view, mount } = await openUnder(profile, await treeOf(root));
  const pathOf = (location: string) => {
    const at = files.locate(location, "keep");
    return at?.mountId === mount.id ? at.path : location;
  };
  return { label: profile.label, catalog: view.catalog, pathOf };
}
