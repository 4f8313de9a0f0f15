import type { Sight } from "#lib/chat/model-choice.ts";
import { formatBytes } from "#lib/format-count.ts";
import { memoObject } from "#lib/memo.ts";

/** Files that models are shown as files; every provider that takes pictures takes these. */
export const shownTypes = ["image/png", "image/jpeg", "image/gif", "image/webp", "application/pdf"] as const;
export type ShownType = (typeof shownTypes)[number];

/** The most bytes of one shown file that every provider takes. */
const shownBytes = { image: 3_500_000, pdf: 8_000_000 } as const;

export const seesAll: Sight = { images: true, pdfs: true };

/** The first bytes of each type; `undefined` stands for any. */
const beginnings: readonly (readonly [ShownType, readonly (number | undefined)[]])[] = [
  ["image/png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ["image/jpeg", [0xff, 0xd8, 0xff]],
  ["image/gif", [0x47, 0x49, 0x46, 0x38]],
  ["image/webp", [0x52, 0x49, 0x46, 0x46, undefined, undefined, undefined, undefined, 0x57, 0x45, 0x42, 0x50]],
  ["application/pdf", [0x25, 0x50, 0x44, 0x46, 0x2d]],
];

/** The type of a file that models can be shown, by its first bytes; its name is not trusted. */
export function shownTypeOf(bytes: Uint8Array): ShownType | undefined {
  return beginnings.find(([, first]) => first.every((byte, at) => byte === undefined || bytes[at] === byte))?.[0];
}

/** Why a file is not shown to a model, as a clause about the file; `undefined` where it is shown. */
export function whyUnseen(type: ShownType, bytes: number, sight: Sight): string | undefined {
  const isPdf = type === "application/pdf";
  const most = isPdf ? shownBytes.pdf : shownBytes.image;
  if (isPdf ? !sight.pdfs : !sight.images) {
    return `is ${isPdf ? "a PDF" : "a picture"} (${type}, ${bytes} bytes), and this model takes in ${sight.images ? "text and pictures" : "text"} only`;
  }
  return bytes > most
    ? `is ${isPdf ? "a PDF" : "a picture"} of ${formatBytes(bytes)}, and at most ${formatBytes(most)} are shown`
    : undefined;
}

/** The approximate tokens that a file costs: providers scale pictures down, and read a PDF page by page. */
export function shownTokens(type: string, bytes: number): number {
  return type === "application/pdf" ? Math.max(1600, Math.round(bytes / 30)) : 1600;
}

const chunk = 0x8000;

/** The bytes in base64. */
export const base64Of = memoObject((bytes: Uint8Array) => {
  let binary = "";
  for (let at = 0; at < bytes.length; at += chunk) binary += String.fromCharCode(...bytes.subarray(at, at + chunk));
  return btoa(binary);
});
