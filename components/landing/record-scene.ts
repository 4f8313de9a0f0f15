import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Step, stepOf } from "#components/transcript/steps.ts";
import { finish } from "#lib/async/steps.ts";
import { createDemoModel } from "#lib/chat/demo/demo-model.ts";
import { modelLabel } from "#lib/chat/model-choice.ts";
import { defaultModelSettings } from "#lib/chat/model-settings.ts";
import { readsOf } from "#lib/chat/reads.ts";
import type { Conversation } from "#lib/chat/session.ts";
import { sampleTokens } from "#lib/chat/tokens/estimate-tokens.ts";
import { toolCallOf } from "#lib/chat/tool-call.ts";
import { createChatSession } from "#lib/chat/turns/create-session.ts";
import { guard } from "#lib/harness/access/guard.ts";
import { renderCatalog } from "#lib/harness/catalog/catalog.ts";
import { loadSession } from "#lib/harness/session.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { toldCounts } from "#lib/report/compare/headline.ts";
import { indexTree, type MountTree } from "#lib/stage/mount-tree.ts";
import { openingHarness } from "#lib/stage/opening-harness.ts";
import { place } from "#lib/stage/place.ts";
import { sourceJudged } from "#lib/stage/source-report.ts";
import type { Sample } from "#lib/upload/sample.ts";
import type { Files } from "#lib/vfs/files.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { createVolume } from "#lib/vfs/volume.ts";
import { systemPrompt } from "#lib/workspace/conversation/system-prompt.ts";

/** A short visit to the lab, recorded from a real run; nothing of it is written by hand. */
export interface Scene {
  readonly sample: Pick<Sample, "id" | "title">;
  readonly harness: string;
  readonly skills: readonly SceneSkill[];
  /** What other harnesses make of the sample's skills where the sample puts them: the harnesses that tell of most skills first. */
  readonly elsewhere: readonly Elsewhere[];
  readonly prompt: string;
  /** The files that the model read. Its listings of folders are left out. */
  readonly steps: readonly SceneStep[];
  /** The first paragraphs of the answer, as plain text. */
  readonly answer: readonly string[];
  /** Estimated tokens by tier; one entry each for 1, 2 and 3. */
  readonly tokens: Readonly<Record<1 | 2 | 3, number>>;
}

/** A group of harnesses whose catalogs tell the model of equally many skills. */
export interface Elsewhere {
  /** `undefined`: no document says how many. */
  readonly told: number | undefined;
  readonly total: number;
  readonly harnesses: readonly string[];
}

interface SceneSkill extends Pick<Skill, "name" | "description"> {
  readonly isActivated: boolean;
  /** Tokens of its row in the catalog. */
  readonly tokens: number;
}

/** A step of the model. `chose`: the choice of a skill that preceded it, which is no call of its own. */
export interface SceneStep extends Pick<Step, "verb" | "object" | "tier"> {
  readonly chose?: string;
  /** Tokens of what the model read in this step. */
  readonly tokens: number;
}

const sampleId = "first-look";

let recorded: Promise<Scene> | undefined;

/** The scene of the landing page; recorded once per server process. */
export function firstScene(): Promise<Scene> {
  recorded ??= recordScene(join(process.cwd(), "public/samples"));
  return recorded;
}

/** Opens the first sample under its harness, asks the demo model the sample's suggested message, and records what happens. */
export async function recordScene(samplesFolder: string): Promise<Scene> {
  const sample = await readSample(samplesFolder);
  const { profile } = finish(openingHarness(treeOf(sample)));
  const session = loadSession(profile, sample.project, place);
  const catalog = renderCatalog(profile, session);
  const { messages } = await converse(profile, session, sample.prompt);
  const { skills } = session.discovery;
  const { activations } = readsOf(messages, skills);
  const parts = messages.filter(({ role }) => role === "assistant").flatMap((message) => message.parts);
  const steps = parts.flatMap((part) => {
    const call = toolCallOf(part);
    return call?.tool === "read_file" ? [stepOf(call, skills)] : [];
  });
  const answer = parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");
  const sum = (tier: 2 | 3) =>
    steps.filter((step) => step.tier === tier).reduce((total, { read = "" }) => total + sampleTokens(read), 0);
  return {
    sample: { id: sample.id, title: sample.title },
    harness: profile.label,
    skills: skills.map(({ name, description, location }) => {
      const row = catalog.rows.find((known) => known.location === location);
      const tokens = row ? sampleTokens(catalog.text.slice(row.start, row.end)) : 0;
      return { name, description, tokens, isActivated: activations.has(location) };
    }),
    elsewhere: toldElsewhere(sample, profile.id),
    prompt: sample.prompt,
    steps: steps.map(({ verb, object, tier, read = "", skill, call }) => ({
      verb,
      object,
      tokens: sampleTokens(read),
      ...(tier && { tier }),
      ...(skill && activations.get(skill.location)?.callId === call.id && { chose: skill.name }),
    })),
    answer: firstParagraphs(answer),
    tokens: { 1: sampleTokens(catalog.text), 2: sum(2), 3: sum(3) },
  };
}

/** What every harness except `here` makes of the sample in its original place: the same numbers as in its report. */
function toldElsewhere({ id, title, texts }: Pick<SampleTexts, "id" | "title" | "texts">, here: string): Elsewhere[] {
  const source = { kind: "sample", sample: id } as const;
  const { harnesses } = finish(sourceJudged({ source, label: title, tree: treeOf({ texts }), way: "as-it-lies" }));
  const counted = harnesses
    .filter((harness) => harness.id !== here)
    .map(({ label, counts }) => {
      const { told, total } = toldCounts(counts);
      return { label, total, told: counts.undocumented ? undefined : told };
    });
  return [...Map.groupBy(counted, ({ told }) => told)]
    .map(([told, group]) => ({ told, total: group[0]?.total ?? 0, harnesses: group.map(({ label }) => label) }))
    .sort((a, b) => (b.told ?? -1) - (a.told ?? -1));
}

function treeOf({ texts }: Pick<SampleTexts, "texts">): MountTree {
  const volume = createVolume();
  for (const [path, text] of Object.entries(texts)) volume.write(`/${path}`, new TextEncoder().encode(text));
  return indexTree(volume);
}

/** The first two paragraphs of a Markdown answer, without emphasis marks. */
function firstParagraphs(markdown: string): string[] {
  return markdown
    .split(/\n{2,}/)
    .slice(0, 2)
    .map((paragraph) => paragraph.replaceAll(/[*`]/g, ""));
}

/** The conversation after one message; nobody changes the files meanwhile. */
async function converse(profile: Profile, session: Session, prompt: string): Promise<Conversation> {
  let conversation: Conversation = { messages: [], status: { kind: "ready" } };
  const { files } = session;
  const chat = createChatSession(
    {
      host: {
        files: () => files,
        cwd: () => place.cwd,
        instructions: () => systemPrompt(profile, renderCatalog(profile, session)),
        guard: (path, operation) => guard(profile, session, path, operation),
        models: () => defaultModelSettings,
      },
      messages: [],
      onChange: (now) => {
        conversation = now;
      },
    },
    async ({ choice }) => ({ model: createDemoModel({ delay: 0 }), label: modelLabel(choice) }),
  );
  await chat.send({ text: prompt });
  return conversation;
}

interface SampleTexts extends Sample {
  readonly prompt: string;
  /** File contents by path in the sample. */
  readonly texts: Readonly<Record<string, string>>;
  /** The sample's files as the working folder holds them. */
  readonly project: Files;
}

async function readSample(folder: string): Promise<SampleTexts> {
  const samples = JSON.parse(await readFile(join(folder, "index.json"), "utf8")) as readonly Sample[];
  const sample = samples.find(({ id }) => id === sampleId);
  if (!sample?.prompt) throw new Error(`The sample ${sampleId} has nothing to ask.`);
  const read = sample.files.map(async (path) => [path, await readFile(join(folder, sampleId, path), "utf8")] as const);
  const texts = await Promise.all(read);
  const placed = texts.map(([path, text]) => [`${place.cwd}/${path}`, text]);
  return {
    ...sample,
    prompt: sample.prompt,
    texts: Object.fromEntries(texts),
    project: textFiles(Object.fromEntries(placed)),
  };
}
