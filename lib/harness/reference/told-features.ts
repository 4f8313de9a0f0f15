import { formatCount, plural } from "#lib/format-count.ts";
import { budgetLimit } from "#lib/harness/catalog/budget.ts";
import { type CatalogBudget, type Delivery, defaultWindow } from "#lib/harness/vocabulary/catalog.ts";
import { type ModelRules, type Profile, rulesFor } from "#lib/harness/vocabulary/profile.ts";
import { type Answer, type FeatureGroup, no } from "./feature.ts";

const channels: Readonly<Record<Delivery["channel"], string>> = {
  system: "the system prompt",
  developer: "a developer message",
  tool: "a tool’s description",
  reminder: "a reminder beside a message",
};

/** What a model is told of skills before it reads one. */
export const toldFeatures: FeatureGroup = {
  id: "catalog",
  title: "What the model is told",
  features: [
    {
      id: "catalog-place",
      subject: "catalog",
      title: "The catalog stands in",
      rules: ["catalog"],
      answer: ({ catalog }) => ({ text: channels[catalog.delivery.channel] }),
    },
    { id: "whole-text", subject: "catalog", title: "It holds the whole skill", rules: ["catalog"], answer: wholeText },
    {
      id: "description-limit",
      subject: "catalog",
      title: "Longest description told",
      rules: ["budget", "description-length"],
      answer: descriptionLimit,
    },
    { id: "catalog-budget", subject: "catalog", title: "Room for all of them", rules: ["budget"], answer: room },
    { id: "over-budget", subject: "catalog", title: "Where that is not enough", rules: ["budget"], answer: overBudget },
    { id: "own-skills", subject: "catalog", title: "Skills of its own in that room", answer: ownSkills },
  ],
};

function wholeText({ activation: { byModel } }: Profile): Answer {
  return byModel.kind === "none" ? { text: "yes", is: "part" } : { text: "no, it is read when needed" };
}

function descriptionLimit({ catalog: { summary }, frontmatter: { rulings } }: Profile): Answer {
  const most = rulings["description-length"]?.limit;
  if (most !== undefined) return { text: `${formatCount(most)} characters, else it is left out`, is: "part" };
  return { text: summary ? `${formatCount(summary.limit)} characters` : "no limit" };
}

function room(profile: Profile): Answer {
  const { budget } = profile.catalog;
  if (!budget) return { text: "no limit" };
  const { limit, share } = budget;
  if (limit !== undefined) return { text: `${sizeWords(budget)}, whatever the window` };
  const own = profile.usualModel === undefined ? undefined : rulesFor(profile, profile.usualModel)?.budget;
  const words = own ? `${sizeWords(budget, own)}, for other models ${sizeWords(budget)}` : sizeWords(budget);
  return { text: `${formatCount(share * 100)}% of the window: ${words}` };
}

/** @param own what is otherwise for one model */
function sizeWords({ limit, share, unit, perToken, window }: CatalogBudget, own: ModelRules["budget"] = {}): string {
  const { window: whole = window ?? defaultWindow, perToken: per = perToken } = own;
  const rules = { share, unit, ...(limit !== undefined && { limit }), ...(per !== undefined && { perToken: per }) };
  const size = `${formatCount(budgetLimit(rules, whole))} ${unit}`;
  return limit === undefined ? `${size} of ${formatCount(whole)} tokens` : size;
}

function overBudget({ catalog: { budget } }: Profile): Answer {
  if (!budget) return { text: "nothing is cut" };
  return { text: cutWords[budget.cuts], is: "part" };
}

const cutWords: Readonly<Record<CatalogBudget["cuts"], string>> = {
  evenly: "all are cut alike, then the last left out",
  "least-used": "the least used keep their name only",
  "in-order": "the last keep their name only",
  "first-lines": "all keep the first line of their description only",
};

function ownSkills({ catalog: { own = [] } }: Profile): Answer {
  return own.length === 0 ? no : { text: plural(own.length, "skill") };
}
