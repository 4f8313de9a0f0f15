import { type Choice, chooseSkill, nearestSkills, ownFilesOf } from "#lib/chat/matching/choose-skill.ts";
import { type HandedOut, invokedIn, readHandedOut } from "#lib/chat/matching/handed-out.ts";
import type { Offer } from "#lib/chat/matching/parse-catalog.ts";
import { isInside } from "#lib/vfs/paths.ts";
import { textField } from "../tool-call.ts";
import { type Asking, askedFor } from "./asked-files.ts";
import {
  answeredWith,
  courtesy,
  type DigestInput,
  isBare,
  nothingMatches,
  type OwnFile,
  skillDigest,
  unreadableSkill,
} from "./digest.ts";
import { type Call, call, listFolder, lookAt, readFiles, type Script } from "./look.ts";
import {
  foundDirectory,
  locateMentions,
  locateOwn,
  type Mention,
  mentionedPaths,
  toldDirectory,
} from "./mentioned-files.ts";
import { carryOut } from "./obey.ts";
import type { Looked, Prompt } from "./read-prompt.ts";
import { commandIn, runScript } from "./run-script.ts";

export type Step = Call | { readonly kind: "answer"; readonly text: string };

/**
 * The demo model's next step, computed only from what a model is sent. Its script runs from the start each time: the
 * results of its earlier calls are in the conversation.
 */
export function nextStep(prompt: Prompt, offers: readonly Offer[]): Step {
  const { done, value } = answer(prompt, offers).next();
  return done ? { kind: "answer", text: value } : value;
}

/** Chooses a skill from the catalog, gets its instructions the way the harness provides, looks at files, answers. */
function* answer(prompt: Prompt, offers: readonly Offer[]): Script<string> {
  const [request = ""] = prompt.requests;
  const choice = chooseSkill(request, offers, answeredWith(prompt.lastAnswer));
  if (choice.kind === "courtesy") return courtesy(choice.isThanks);
  if (choice.kind === "none")
    return nothingMatches(offers, nearestSkills(request, offers), yield* ownFiles(request, prompt));
  const had = yield* instructionsOf(choice, request, prompt);
  if ("because" in had) return unreadableSkill(had.offer, had.because);
  const asked = choice.kind === "given" ? choice.handed.asked : request;
  return yield* withFiles(prompt, {
    ...had,
    choice,
    request: asked,
    offered: { all: offers.length, bare: offers.filter(isBare).length },
  });
}

type Chosen = Exclude<Choice, { kind: "none" | "courtesy" }>;

interface Instructions {
  /** The instructions with the harness's text around them. */
  readonly text: string;
  readonly handed: HandedOut;
}

interface Refusal {
  readonly offer: Pick<Offer, "name" | "location">;
  readonly because: string;
}

function* instructionsOf(choice: Chosen, request: string, prompt: Prompt): Script<Instructions | Refusal> {
  if (choice.kind === "given") return { text: request, handed: choice.handed };
  if (choice.kind !== "continued") return yield* fromHarness(choice.offer, prompt, prompt.looked);
  for (const text of prompt.requests) {
    const handed = invokedIn(text);
    if (handed?.name === choice.name) return { text, handed };
  }
  if (choice.offer) return yield* fromHarness(choice.offer, prompt, prompt.everLooked);
  return { offer: choice, because: "the catalog does not offer it any more." };
}

function* fromHarness(offer: Offer, prompt: Prompt, known: readonly Looked[]): Script<Instructions | Refusal> {
  if (offer.body !== undefined) return { text: offer.body, handed: readHandedOut(offer.body) };
  const { location } = offer;
  const from =
    prompt.tools.skill || location === undefined ? fromTool(offer, prompt) : fromFile(location, prompt, known);
  const told = yield* from;
  if (typeof told === "string") return { offer, because: told };
  return told.failed ? { offer, because: told.text } : { text: told.text, handed: readHandedOut(told.text) };
}

function* fromFile(path: string, { tools }: Prompt, known: readonly Looked[]): Script<Looked | string> {
  return tools.read ? yield* lookAt(tools.read, path, known) : "there is no tool that reads files.";
}

/** A harness may hand a skill out only once, so earlier results in the conversation still count. */
function* fromTool({ name }: Offer, { tools: { skill: tool }, looked, everLooked }: Prompt): Script<Looked | string> {
  if (!tool) return "there is no tool for it.";
  const isCall = (one: Looked) => one.tool === tool.name && textField(one.input, tool.parameter) === name;
  const loaded = everLooked.find((one) => isCall(one) && !one.failed) ?? looked.find(isCall);
  return loaded ?? (yield* call(tool, [{ [tool.parameter]: name }]));
}

interface Had extends Instructions {
  readonly choice: Chosen;
  /** The person's request, without what the harness added to the message. */
  readonly request: string;
  readonly offered: DigestInput["offered"];
}

/** The most files of a skill that are looked at. */
const mostResources = 4;

/**
 * With the instructions at hand: finds and reads the files that the instructions and the request ask for, then answers.
 */
function* withFiles(prompt: Prompt, { choice, request, text, handed, offered }: Had): Script<string> {
  const body = handed.instructions;
  const name = "name" in choice ? choice.name : choice.offer.name;
  const told = toldDirectory({ offer: choice.offer, handed, text, cwd: prompt.cwd });
  const known = choice.kind === "continued" ? prompt.everLooked : prompt.looked;
  const named = mentionedPaths(body, told ?? "/skill");
  // Many harnesses ask before a look outside the working folder: it is worth that only for a file that is asked for.
  const isWorthIt =
    told === undefined || isInside(prompt.cwd, told) || asksForAny(named, body, { request, skill: name });
  // Where a harness does not tell the skill's folder, it is searched for in the working folder.
  const listing = named.length > 0 && isWorthIt ? yield* listFolder(told ?? ".", prompt, known) : undefined;
  const own = yield* ownFiles(request, prompt);
  const directory = told ?? (listing && foundDirectory(name, body, listing));
  const sought = directory && isWorthIt ? mentionedPaths(body, directory) : [];
  const { there, missing } = locateMentions(sought, listing);
  const scripts = { there, directory, own: own.flatMap(({ looked }) => looked?.path ?? []) };
  const command = prompt.tools.run && commandIn(body, request, scripts);
  // A script that will be run need not be read.
  const isRun = ({ path }: { readonly path: string }) => command?.split(" ").includes(path) ?? false;
  const asked = askedFor(there, body, { request, skill: name });
  const wanted = asked.filter((file) => !isRun(file)).slice(0, mostResources);
  const paths = wanted.map(({ path }) => path);
  const read = yield* readFiles(paths, prompt);
  const resources = read.map((file, index) => ({ ...file, written: wanted[index]?.written ?? file.path }));
  const ordered = yield* carryOut(body, request, prompt);
  const ran = yield* runScript(command, prompt);
  const unopened = there.flatMap((file) => (paths.includes(file.path) || isRun(file) ? [] : [file.path]));
  const digested = { choice, request, offered, name, directory, body, resources, unopened, missing, own, ordered, ran };
  return skillDigest(digested);
}

function asksForAny(named: readonly Mention[], body: string, asking: Asking): boolean {
  return askedFor(locateMentions(named, undefined).there, body, asking).length > 0;
}

/** Reads the files that a request names. */
function* ownFiles(request: string, prompt: Prompt): Script<OwnFile[]> {
  const names = ownFilesOf(request);
  const isSought = names.some((name) => !/^[~/]/.test(name));
  const listing = isSought ? yield* listFolder(".", prompt, prompt.looked) : undefined;
  const located = names.map((written) => ({ written, path: locateOwn(written, prompt.cwd, listing) }));
  const paths = located.flatMap(({ path }) => path ?? []);
  const read = yield* readFiles(paths, prompt);
  return located.map(({ written, path }) => ({ written, looked: read.find((one) => one.path === path) }));
}
