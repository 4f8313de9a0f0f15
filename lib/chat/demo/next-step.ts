import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { resolvePath } from "#lib/vfs/paths.ts";
import { textField } from "../tool-call.ts";
import { askedFor, ownFilesOf } from "./asked-files.ts";
import { type Choice, chooseSkill } from "./choose-skill.ts";
import { answeredWith, courtesy, nothingMatches, type OwnFile, skillDigest, unreadableSkill } from "./digest.ts";
import { type HandedOut, invokedIn, readHandedOut } from "./handed-out.ts";
import { readCatalog } from "./match-skills.ts";
import {
  type FolderClues,
  foundDirectory,
  listedFiles,
  locateMentions,
  mentionedPaths,
  pointsAtFiles,
  toldDirectory,
} from "./mentioned-files.ts";
import { type Order, type Ordered, obey, orderIn } from "./obey.ts";
import { type Offer, parseCatalog, parseCatalogInSteps } from "./parse-catalog.ts";
import {
  everLookedAt,
  type Looked,
  lastAnswer,
  lastRequest,
  listToolIn,
  lookedAt,
  type PathTool,
  readToolIn,
  requests,
  skillToolIn,
  toldTexts,
  workingFolder,
} from "./read-prompt.ts";

export type Step =
  | { readonly kind: "call"; readonly tool: string; readonly inputs: readonly Record<string, unknown>[] }
  | { readonly kind: "answer"; readonly text: string };

/** How many of a skill's files are looked at. */
const mostResources = 4;

type Options = LanguageModelV4CallOptions;

/**
 * What the demo model does next, from nothing but what a model is sent: choose a skill from the catalog, get its
 * instructions as the harness has them got, see which files they and the request speak of, read those that are asked
 * for, answer.
 */
export function nextStep(options: Options): Step {
  const offers = toldTexts(options).flatMap(parseCatalog);
  const request = lastRequest(options);
  const choice = chooseSkill(request, offers, answeredWith(lastAnswer(options) ?? ""));
  if (choice.kind === "courtesy") return answer(courtesy(choice.isThanks));
  if (choice.kind === "none") {
    const own = ownFiles(request, options);
    return isStep(own) ? own : answer(nothingMatches(offers, own));
  }
  const had = instructionsOf(choice, request, options);
  if (isStep(had)) return had;
  const asked = choice.kind === "given" ? choice.handed.asked : request;
  return withFiles(options, { ...had, choice, request: asked, offered: offers.length });
}

/** Reads what `nextStep` chooses from, a little at a time, so that a large catalog does not hold up the page. */
export function* readAhead(options: Options): Generator<void, void> {
  const offers: Offer[] = [];
  for (const text of toldTexts(options)) offers.push(...(yield* parseCatalogInSteps(text)));
  yield* readCatalog(offers);
}

function isStep(value: Step | Instructions | readonly OwnFile[]): value is Step {
  return "kind" in value;
}

function answer(text: string): Step {
  return { kind: "answer", text };
}

function call({ name, parameter }: PathTool, paths: readonly string[], more: Record<string, unknown> = {}): Step {
  return { kind: "call", tool: name, inputs: paths.map((path) => ({ [parameter]: path, ...more })) };
}

type Chosen = Exclude<Choice, { kind: "none" | "courtesy" }>;

interface Instructions {
  /** As the harness hands them over, its own words around them. */
  readonly text: string;
  readonly handed: HandedOut;
}

/** A skill's instructions as the harness hands them over, or the step that asks for them. */
function instructionsOf(choice: Chosen, request: string, options: Options): Instructions | Step {
  if (choice.kind === "given") return { text: request, handed: choice.handed };
  if (choice.kind !== "continued") return fromHarness(choice.offer, lookedAt(options), options);
  for (const text of requests(options)) {
    const handed = invokedIn(text);
    if (handed?.name === choice.name) return { text, handed };
  }
  if (choice.offer) return fromHarness(choice.offer, everLookedAt(options), options);
  return answer(unreadableSkill(choice, "the catalog does not offer it any more."));
}

/** `looked`: what counts as read. */
function fromHarness(offer: Offer, looked: readonly Looked[], options: Options): Instructions | Step {
  if (offer.body !== undefined) return readInstructions(offer.body);
  return offer.location === undefined ? fromTool(offer, options) : fromFile(offer, offer.location, looked, options);
}

function readInstructions(text: string): Instructions {
  return { text, handed: readHandedOut(text) };
}

function fromFile(offer: Offer, path: string, looked: readonly Looked[], options: Options): Instructions | Step {
  const tool = readToolIn(options);
  if (!tool) return answer(unreadableSkill(offer, "there is no tool that reads files."));
  const read = looked.findLast((one) => one.tool === tool.name && one.path === path);
  return read ? textOrApology(offer, read) : call(tool, [path]);
}

/** A harness may hand a skill out only once, so what came earlier in the conversation still counts. */
function fromTool(offer: Offer, options: Options): Instructions | Step {
  const tool = skillToolIn(options);
  if (!tool) return answer(unreadableSkill(offer, "there is no tool for it."));
  const isCall = (one: Looked) => one.tool === tool.name && textField(one.input, tool.parameter) === offer.name;
  const loaded = everLookedAt(options).find((one) => isCall(one) && !one.failed) ?? lookedAt(options).find(isCall);
  return loaded ? textOrApology(offer, loaded) : call(tool, [offer.name]);
}

function textOrApology(offer: Offer, { failed, text }: Looked): Instructions | Step {
  return failed ? answer(unreadableSkill(offer, text)) : readInstructions(text);
}

interface Had extends Instructions {
  readonly choice: Chosen;
  /** What the person asks for, without what the harness brings along. */
  readonly request: string;
  readonly offered: number;
}

/** With the instructions at hand: finds and reads the files that are asked for, then answers. */
function withFiles(options: Options, { choice, request, text, handed, offered }: Had): Step {
  const body = handed.instructions;
  const name = "name" in choice ? choice.name : choice.offer.name;
  const clues: FolderClues = { name, offer: choice.offer, handed, text, cwd: workingFolder(options) };
  const told = toldDirectory(clues);
  // Where a harness does not tell the folder, it lies somewhere in the working folder.
  const known = choice.kind === "continued" ? everLookedAt(options) : lookedAt(options);
  const listing = pointsAtFiles(body) ? listed(told ?? ".", options, known) : undefined;
  if (listing && "kind" in listing) return listing;
  const own = ownFiles(request, options);
  if (isStep(own)) return own;
  const directory = told ?? (listing && foundDirectory(clues, body, listing));
  const { there, missing } = locateMentions(directory ? mentionedPaths(body, directory) : [], listing);
  const wanted = askedFor(there, body, { request, skill: name }).slice(0, mostResources);
  const reading = readAll(
    wanted.map(({ path }) => path),
    options,
  );
  if (reading.step) return reading.step;
  const resources = wanted.flatMap((file) => {
    const read = reading.read.find(({ path }) => path === file.path);
    return read ? [{ ...read, written: file.written }] : [];
  });
  const ordered = carriedOut(body, request, options);
  if (ordered && "kind" in ordered) return ordered;
  const unopened = there.filter((file) => !wanted.includes(file)).map(({ path }) => path);
  return answer(
    skillDigest({ choice, request, offered, name, directory, body, resources, unopened, missing, own, ordered }),
  );
}

/** The listing of a folder with all below it, or the step that asks for it; `undefined` where no tool lists. */
function listed(path: string, options: Options, known: readonly Looked[]): Looked | Step | undefined {
  const tool = listToolIn(options);
  if (!tool) return undefined;
  return (
    known.findLast((one) => one.tool === tool.name && one.path === path) ?? call(tool, [path], { recursive: true })
  );
}

function readAll(paths: readonly string[], options: Options): { read: readonly Looked[]; step?: Step } {
  const tool = readToolIn(options);
  const read = lookedAt(options).filter((one) => one.tool === tool?.name);
  const unread = tool ? paths.filter((path) => !read.some((one) => one.path === path)) : [];
  return { read, ...(tool && unread.length > 0 && { step: call(tool, unread) }) };
}

/** What came of an order in the instructions, or the step that carries it out. */
function carriedOut(body: string, request: string, options: Options): Ordered | Step | undefined {
  const order = orderIn(body, request);
  const reader = readToolIn(options);
  const obeying = order && reader && obey(order, reader, options);
  switch (obeying?.kind) {
    case "read":
      return call(reader as PathTool, [obeying.path]);
    case "write":
      return { kind: "call", tool: obeying.tool, inputs: [obeying.input] };
    case "over":
      return { ...(order as Order), isDone: obeying.isDone };
    case undefined:
      return undefined;
  }
}

/** The files that a request speaks of, read, or the step that looks for them. */
function ownFiles(request: string, options: Options): readonly OwnFile[] | Step {
  const names = ownFilesOf(request);
  if (names.length === 0) return [];
  const cwd = workingFolder(options);
  const listing = names.every((name) => /^[~/]/.test(name)) ? undefined : listed(".", options, lookedAt(options));
  if (listing && "kind" in listing) return listing;
  const located = names.map((written) => ({ written, path: ownPath(written, cwd, listing) }));
  const { read, step } = readAll(
    located.flatMap(({ path }) => path ?? []),
    options,
  );
  if (step) return step;
  return located.map(({ written, path }) => ({ written, looked: read.find((one) => one.path === path) }));
}

/** Where a file lies that a person speaks of: at that path, or somewhere below the working folder. */
function ownPath(written: string, cwd: string, listing: Looked | undefined): string | undefined {
  if (/^[~/]/.test(written)) return written;
  const path = resolvePath(cwd, written);
  const files = listedFiles(listing);
  if (files.includes(path)) return path;
  return files.find((file) => file.endsWith(`/${written}`));
}
