import { messageText } from "#components/transcript/message-text.ts";
import { stepOf } from "#components/transcript/steps.ts";
import { usePromised } from "#components/ui/use-promised.ts";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { inSlices } from "#lib/async/slices.ts";
import type { ChatMessage } from "#lib/chat/message.ts";
import { readsOf } from "#lib/chat/reads.ts";
import { toolCallOf } from "#lib/chat/tool-call.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { type Files, readText } from "#lib/vfs/files.ts";

/** A part of an address that also occurs in a text. */
export interface Carried {
  readonly characters: number;
  /** The longest part, as the text has it. */
  readonly longest: string;
}

/** Shorter parts, such as single words, occur in every text. */
const shortest = 12;
/** Most characters compared of an address and of the texts. */
const longestAddress = 20_000;
const longestTexts = 4_000_000;

/**
 * Finds the parts of `address` that occur in `texts`: of its path, query and fragment, decoded (percent signs, base64, hex), parts of 12
 * characters or more, ignoring case, blanks and punctuation. Addresses within the texts do not count, because a page that was read may be
 * linked to. A generator, to be run in slices; `undefined` where nothing is found.
 */
export function* carriedText(address: string, texts: Iterable<string>): Generator<undefined, Carried | undefined> {
  const pieces = [...new Set(decodedPieces(address.slice(0, longestAddress)).map(folded))];
  const grams = new Set(pieces.flatMap(gramsOf));
  if (grams.size === 0) return undefined;
  const found = new Set<string>();
  let left = longestTexts;
  for (const whole of texts) {
    const text = folded(withoutAddresses(whole.slice(0, left)));
    left -= whole.length;
    for (let at = 0; at + shortest <= text.length; at++) {
      const gram = text.slice(at, at + shortest);
      if (grams.has(gram)) found.add(gram);
      if (at % 4096 === 0) yield;
    }
    if (left <= 0) break;
    yield;
  }
  return found.size === 0 ? undefined : stretches(pieces, found);
}

function gramsOf(piece: string): string[] {
  return Array.from({ length: Math.max(0, piece.length - shortest + 1) }, (_, at) => piece.slice(at, at + shortest));
}

/** The parts of the pieces of which every n-gram was found. */
function stretches(pieces: readonly string[], found: ReadonlySet<string>): Carried {
  let characters = 0;
  let longest = "";
  for (const piece of pieces) {
    let begun = -1;
    for (let at = 0; at <= piece.length; at++) {
      const isFound = found.has(piece.slice(at, at + shortest));
      if (isFound && begun === -1) begun = at;
      if (isFound || begun === -1) continue;
      const stretch = piece.slice(begun, at - 1 + shortest).trim();
      characters += stretch.length;
      if (stretch.length > longest.length) longest = stretch;
      begun = -1;
    }
  }
  return { characters, longest };
}

function folded(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

function withoutAddresses(text: string): string {
  return text.replace(/\b[a-z][a-z+.-]{1,20}:\/\/[^\s)>"']+/gi, " ");
}

/** The address after its host, as written and decoded. */
function decodedPieces(address: string): string[] {
  const rest = address.replace(/^[a-z][a-z0-9+.-]*:(?:\/\/[^/?#]*)?/i, "");
  const plain = percentDecoded(rest.replaceAll("+", " "));
  const words = rest.split(/[/?#&=.,;:]+/).map(percentDecoded);
  return [plain, ...words.flatMap((word) => [base64Decoded(word), hexDecoded(word)])].filter((piece) => piece !== "");
}

/** Decodes percent-encoding. */
export function percentDecoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
    const bytes = run.match(/[0-9a-f]{2}/gi) ?? [];
    return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)));
  });
}

function base64Decoded(text: string): string {
  if (text.length < shortest || !/^[\w+/-]+={0,2}$/.test(text)) return "";
  const standard = text.replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, "");
  if (standard.length % 4 === 1) return "";
  return readable(Uint8Array.from(atob(standard), (character) => character.charCodeAt(0)));
}

function hexDecoded(text: string): string {
  if (text.length < shortest || !/^(?:[0-9a-f]{2})+$/i.test(text)) return "";
  return readable(Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)));
}

function readable(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return "";
  }
}

/** Which parts of the address occur in what the model was given; computed in slices. */
export function useCarried(href: string): Carried | "looking" | undefined {
  const messages = useWorkspace((state) => state.conversation.messages);
  const skills = useWorkspace((state) => state.view.discovery.skills);
  const files = useWorkspace((state) => state.files);
  // What the model was given until the person was asked.
  const done = usePromised(
    async (signal) => ({ found: await inSlices(carriedText(href, givenTexts(messages, skills, files)), { signal }) }),
    [href],
  );
  return done ? done.found : "looking";
}

/** What people wrote, what tools returned and the files that were read; the latest first. The model's own text is left out. */
function* givenTexts(messages: readonly ChatMessage[], skills: readonly Skill[], files: Files): Generator<string> {
  for (const message of messages.toReversed()) {
    if (message.role === "user") yield messageText(message);
    else {
      for (const part of message.parts) {
        const call = toolCallOf(part);
        const read = call && stepOf(call, skills).read;
        if (read !== undefined) yield read;
      }
    }
  }
  for (const path of readsOf(messages, skills).paths) yield readText(files, path) ?? "";
}
