import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { dirname } from "#lib/vfs/paths.ts";
import { type Choice, chooseSkill } from "./choose-skill.ts";
import { nothingMatches, skillDigest, unreadableSkill } from "./digest.ts";
import { locateMentions } from "./locate-mentions.ts";
import { mentionedPaths } from "./mentioned-paths.ts";
import { parseCatalog } from "./parse-catalog.ts";
import { hasTool, type Looked, lastRequest, lookedAt, toldTexts } from "./read-prompt.ts";

export type Step =
  | { readonly kind: "call"; readonly tool: string; readonly inputs: readonly Record<string, unknown>[] }
  | { readonly kind: "answer"; readonly text: string };

/** How many of a skill's files are looked at. */
const mostResources = 4;

/**
 * What the demo model does next, from nothing but what a model is sent: choose a skill from the catalog,
 * read its SKILL.md, see which of the files it mentions exist, read those, answer.
 */
export function nextStep(options: LanguageModelV4CallOptions): Step {
  const offers = toldTexts(options).flatMap(parseCatalog);
  const choice = chooseSkill(lastRequest(options), offers);
  if (choice.kind === "none") return { kind: "answer", text: nothingMatches(offers) };
  const looked = lookedAt(options);
  const skill = skillBody(choice, looked);
  return typeof skill === "string" ? withResources(options, choice, skill, looked) : skill;
}

/** The SKILL.md's text: at hand, or the step that gets it. */
function skillBody(choice: Exclude<Choice, { kind: "none" }>, looked: readonly Looked[]): string | Step {
  if (choice.kind === "given") return choice.body;
  const { offer } = choice;
  const read = looked.find(({ tool, path }) => tool === "read_file" && path === offer.location);
  if (!read) return { kind: "call", tool: "read_file", inputs: [{ path: offer.location }] };
  return read.failed ? { kind: "answer", text: unreadableSkill(offer, read.text) } : read.text;
}

function withResources(
  options: LanguageModelV4CallOptions,
  choice: Exclude<Choice, { kind: "none" }>,
  body: string,
  looked: readonly Looked[],
): Step {
  const directory = choice.offer && dirname(choice.offer.location);
  const mentions = directory ? mentionedPaths(body, directory) : [];
  const listing = looked.find(({ tool }) => tool === "list_files");
  if (directory && mentions.length > 0 && !listing && hasTool(options, "list_files")) {
    return { kind: "call", tool: "list_files", inputs: [{ path: directory, recursive: true }] };
  }
  const { there, missing } = locateMentions(mentions, listing);
  const wanted = there.slice(0, mostResources);
  const unread = wanted.filter(({ path }) => !looked.some((one) => one.path === path));
  if (unread.length > 0) return { kind: "call", tool: "read_file", inputs: unread.map(({ path }) => ({ path })) };
  const name = choice.kind === "given" ? choice.name : choice.offer.name;
  const resources = wanted.flatMap((file) => {
    const read = looked.find(({ path }) => path === file.path);
    return read ? [{ ...read, written: file.written }] : [];
  });
  return { kind: "answer", text: skillDigest({ choice, name, directory, body, resources, missing }) };
}
