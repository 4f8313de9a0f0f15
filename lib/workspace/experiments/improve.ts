import { withoutFrontmatter } from "#lib/chat/demo/outline.ts";
import { askOnce } from "#lib/chat/models/ask-once.ts";
import type { Price } from "#lib/chat/models/listing.ts";
import { listedPrice, loadModel } from "#lib/chat/models/load-model.ts";
import { createMeter } from "#lib/chat/models/metered.ts";
import type { HeldOut } from "#lib/evals/improve/hold-out.ts";
import { type Improvement, improveDescription } from "#lib/evals/improve/improve.ts";
import { rewritePrompt, rewriteSystem } from "#lib/evals/improve/rewrite.ts";
import { runRequests } from "#lib/evals/run.ts";
import { FailureError } from "#lib/failure.ts";
import { prependFrontmatter, setField } from "#lib/harness/rules/content/edit-fields.ts";
import type { Models } from "#lib/models/models.ts";
import type { Conditions } from "#lib/state/experiments.ts";
import { readText } from "#lib/vfs/files.ts";
import { copyHarness } from "./copy-harness.ts";
import { askerOf, type EvalNeeds } from "./run-evals.ts";

export interface ImproveRequest {
  /** Location of the SKILL.md. */
  readonly location: string;
  readonly parts: HeldOut;
  /** The conditions under which requests are sent; the chosen model writes. */
  readonly conditions: Conditions;
  /** The most rewrites. */
  readonly rounds: number;
  readonly runs: number;
  readonly parallel: number;
  readonly mostTokens: number;
  readonly threshold: number;
  readonly signal: AbortSignal;
  readonly onProgress?: (improvement: Improvement) => void;
}

/** The chosen model's price on its endpoint's own list; `undefined` where the list does not say. */
export function priceOfModel(models: Models): Promise<Price | undefined> {
  return listedPrice(models.state().models);
}

/** Characters of the instructions that the writing model gets: their beginning says what the skill is for. */
const mostInstructions = 4000;
/** A limit far above the calls that rewrites need. */
const mostCalls = 100;

/**
 * Has the chosen model rewrite a skill's description. Each rewrite is tested on a copy with it in the SKILL.md, as the
 * harness would tell it. No file changes; the result is recorded, also where the run was stopped.
 * @throws FailureError where a model cannot be asked at all
 */
export async function improveSkill(needs: EvalNeeds, request: ImproveRequest): Promise<Improvement> {
  const { location, parts, conditions, runs, parallel, threshold, rounds, mostTokens, onProgress } = request;
  const skill = needs.harness.state().view.discovery.skills.find((each) => each.location === location);
  if (!skill) throw new FailureError({ code: "path-missing", path: location });
  const { models } = needs.models.state();
  const blocked = needs.models.blocked(models.choice);
  if (blocked) throw new FailureError(blocked);
  const writer = await loadModel(models);
  const meter = createMeter({ requests: mostCalls, tokens: mostTokens });
  const signal = AbortSignal.any([request.signal, needs.closed]);
  const improvement = await improveDescription({
    skill: skill.name,
    description: skill.description,
    instructions: instructionsIn(needs, location),
    parts,
    rounds,
    mostTokens,
    threshold,
    signal,
    ...(onProgress && { onProgress }),
    async measure(description, requests, left) {
      const instead = { path: location, text: described(needs, location, description) };
      const copy = await copyHarness(needs, { ...conditions, instead }, signal);
      return runRequests([await askerOf(needs, copy, requests)], { runs, parallel, mostTokens: left, signal });
    },
    async propose(task) {
      const before = meter.tokens;
      const model = { ...writer, model: meter.open().wrap(writer.model) };
      const answer = await askOnce(model, rewriteSystem, rewritePrompt(task), signal);
      return { answer, tokens: meter.tokens - before };
    },
  });
  needs.experiments.noteImproved({ skill: skill.name, improvement });
  return improvement;
}

/** The beginning of a SKILL.md after its frontmatter. */
function instructionsIn({ tree }: Pick<EvalNeeds, "tree">, location: string): string {
  const text = readText(tree.state().files, location) ?? "";
  return withoutFrontmatter(text).trim().slice(0, mostInstructions);
}

/**
 * The text of a SKILL.md with another description.
 * @throws FailureError where the file no longer exists
 */
export function described({ tree }: Pick<EvalNeeds, "tree">, location: string, description: string): string {
  const text = readText(tree.state().files, location);
  if (text === undefined) throw new FailureError({ code: "path-missing", path: location });
  return /^\ufeff?---/.test(text)
    ? setField(text, "description", description)
    : prependFrontmatter(text, { description });
}
