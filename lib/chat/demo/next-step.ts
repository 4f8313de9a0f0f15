import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { textField } from "../tool-call.ts";
import { type Choice, chooseSkill, unwrapInstructions } from "./choose-skill.ts";
import { nothingMatches, skillDigest, unreadableSkill } from "./digest.ts";
import {
  type FolderClues,
  foundDirectory,
  locateMentions,
  mentionedPaths,
  pointsAtFiles,
  toldDirectory,
} from "./mentioned-files.ts";
import { type Offer, parseCatalog } from "./parse-catalog.ts";
import {
  everLookedAt,
  hasTool,
  type Looked,
  lastRequest,
  lookedAt,
  skillToolIn,
  toldTexts,
  workingFolder,
} from "./read-prompt.ts";

export type Step =
  | { readonly kind: "call"; readonly tool: string; readonly inputs: readonly Record<string, unknown>[] }
  | { readonly kind: "answer"; readonly text: string };

/** How many of a skill's files are looked at. */
const mostResources = 4;

/**
 * What the demo model does next, from nothing but what a model is sent: choose a skill from the catalog,
 * get its instructions as the harness has them got, see which of the files it mentions exist, read those, answer.
 */
export function nextStep(options: LanguageModelV4CallOptions): Step {
  const offers = toldTexts(options).flatMap(parseCatalog);
  const request = lastRequest(options);
  const choice = chooseSkill(request, offers);
  if (choice.kind === "none") return { kind: "answer", text: nothingMatches(offers) };
  const handed = choice.kind === "given" ? request : instructionsOf(choice.offer, options);
  return typeof handed === "string" ? withResources(options, choice, handed) : handed;
}

/** The instructions as the harness hands them over, or the step that asks for them. */
function instructionsOf(offer: Offer, options: LanguageModelV4CallOptions): string | Step {
  if (offer.body !== undefined) return offer.body;
  return offer.location === undefined ? fromTool(offer, options) : fromFile(offer, offer.location, options);
}

function fromFile(offer: Offer, path: string, options: LanguageModelV4CallOptions): string | Step {
  const read = lookedAt(options).find((one) => one.tool === "read_file" && one.path === path);
  return read ? textOrApology(offer, read) : { kind: "call", tool: "read_file", inputs: [{ path }] };
}

/** A harness may hand a skill out only once, so what came earlier in the conversation still counts. */
function fromTool(offer: Offer, options: LanguageModelV4CallOptions): string | Step {
  const tool = skillToolIn(options);
  if (!tool) return { kind: "answer", text: unreadableSkill(offer, "there is no tool for it.") };
  const isCall = (one: Looked) => one.tool === tool.name && textField(one.input, tool.parameter) === offer.name;
  const loaded = everLookedAt(options).find((one) => isCall(one) && !one.failed) ?? lookedAt(options).find(isCall);
  if (loaded) return textOrApology(offer, loaded);
  return { kind: "call", tool: tool.name, inputs: [{ [tool.parameter]: offer.name }] };
}

function textOrApology(offer: Offer, { failed, text }: Looked): string | Step {
  return failed ? { kind: "answer", text: unreadableSkill(offer, text) } : text;
}

type Chosen = Exclude<Choice, { kind: "none" }>;

function withResources(options: LanguageModelV4CallOptions, choice: Chosen, handed: string): Step {
  const looked = lookedAt(options);
  const body = unwrapInstructions(handed);
  const name = choice.kind === "given" ? choice.name : choice.offer.name;
  const clues: FolderClues = { name, offer: choice.offer, handed, cwd: workingFolder(options) };
  const told = toldDirectory(clues);
  const listing = looked.find(({ tool }) => tool === "list_files");
  if (!listing && hasTool(options, "list_files") && pointsAtFiles(body)) {
    // Where a harness does not tell the folder, it lies somewhere in the working folder.
    return { kind: "call", tool: "list_files", inputs: [{ path: told ?? ".", recursive: true }] };
  }
  const directory = told ?? (listing && foundDirectory(clues, body, listing));
  const mentions = directory ? mentionedPaths(body, directory) : [];
  const { there, missing } = locateMentions(mentions, listing);
  const wanted = there.slice(0, mostResources);
  const unread = wanted.filter(({ path }) => !looked.some((one) => one.path === path));
  if (unread.length > 0) return { kind: "call", tool: "read_file", inputs: unread.map(({ path }) => ({ path })) };
  const resources = wanted.flatMap((file) => {
    const read = looked.find(({ path }) => path === file.path);
    return read ? [{ ...read, written: file.written }] : [];
  });
  return { kind: "answer", text: skillDigest({ choice, name, directory, body, resources, missing }) };
}
