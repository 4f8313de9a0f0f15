import { type ModelSettings, takesAddress } from "#lib/chat/model-settings.ts";

/** Files that models are shown as they are; every provider that takes pictures takes these. */
export const shownTypes = ["image/png", "image/jpeg", "image/gif", "image/webp", "application/pdf"] as const;
export type ShownType = (typeof shownTypes)[number];

/** Bytes of one file that is shown: what every provider takes. */
const shownBytes = { image: 3_500_000, pdf: 8_000_000 } as const;

/** What of a file that is no text a model takes in. */
export interface Sight {
  readonly images: boolean;
  readonly pdfs: boolean;
}

export const seesAll: Sight = { images: true, pdfs: true };

/** The first bytes of each type; `undefined` stands for any. */
const beginnings: readonly (readonly [ShownType, readonly (number | undefined)[]])[] = [
  ["image/png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ["image/jpeg", [0xff, 0xd8, 0xff]],
  ["image/gif", [0x47, 0x49, 0x46, 0x38]],
  ["image/webp", [0x52, 0x49, 0x46, 0x46, undefined, undefined, undefined, undefined, 0x57, 0x45, 0x42, 0x50]],
  ["application/pdf", [0x25, 0x50, 0x44, 0x46, 0x2d]],
];

/** What a file is that models can be shown, by its first bytes: a name says what it likes. */
export function shownTypeOf(bytes: Uint8Array): ShownType | undefined {
  return beginnings.find(([, first]) => first.every((byte, at) => byte === undefined || bytes[at] === byte))?.[0];
}

const pdfReaders = /(?:^|\/)(?:claude-|gpt-(?:4o|4\.1|[5-9])|o[134](?:-|$)|gemini-)/i;
const pictureReaders = new RegExp(
  [
    pdfReaders.source,
    "vision|llava|pixtral|moondream|minicpm-v|internvl|molmo|multimodal",
    "(?:^|[-/.\\d])vl(?:[-:.\\d]|$)",
    "gemma-?(?:3|4)|llama-?4|llama-?3\\.2-(?:11|90)b|mistral-(?:small|medium|large)-(?:3|latest)|grok-[4-9]|kimi-k2\\.[5-9]",
  ].join("|"),
  "i",
);

/**
 * What the chosen model takes in, by its maker's lists of August 2026. One that nothing is known of counts as one that
 * reads text only: a host refuses the whole conversation for a picture that its model cannot see.
 */
export function sightOf({ choice: { source, model } }: Pick<ModelSettings, "choice">): Sight {
  if (source === "demo" || source === "browser") return { images: false, pdfs: false };
  // Hosts that speak OpenAI's chat completions mostly know no documents, whatever their model is called.
  return { images: pictureReaders.test(model), pdfs: !takesAddress(source) && pdfReaders.test(model) };
}

/** Why a file is not shown to a model, as a clause about the file; `undefined` where it is. */
export function whyUnseen(type: ShownType, bytes: number, sight: Sight): string | undefined {
  const isPdf = type === "application/pdf";
  const most = isPdf ? shownBytes.pdf : shownBytes.image;
  if (isPdf ? !sight.pdfs : !sight.images) {
    return `is ${isPdf ? "a PDF" : "a picture"} (${type}, ${bytes} bytes), and this model takes in ${sight.images ? "text and pictures" : "text"} only`;
  }
  return bytes > most
    ? `is ${isPdf ? "a PDF" : "a picture"} of ${bytes} bytes, and no more than ${most} are shown`
    : undefined;
}

/** About how many tokens a model takes a file for: providers scale pictures down, and read a PDF page by page. */
export function shownTokens(type: string, bytes: number): number {
  return type === "application/pdf" ? Math.max(1600, Math.round(bytes / 30)) : 1600;
}

const encoded = new WeakMap<Uint8Array, string>();
const chunk = 0x8000;

/** The bytes as they go out. */
export function base64Of(bytes: Uint8Array): string {
  const known = encoded.get(bytes);
  if (known !== undefined) return known;
  let binary = "";
  for (let at = 0; at < bytes.length; at += chunk) binary += String.fromCharCode(...bytes.subarray(at, at + chunk));
  const text = btoa(binary);
  encoded.set(bytes, text);
  return text;
}
