import * as z from "zod/mini";
import "#lib/zod-jitless.ts";
import { parseJson } from "#lib/plain-json.ts";
import { isLessonId, linkLimits } from "./link-rules.ts";
import { parseSourcePath } from "./source-path.ts";

/**
 * What a learner has done in a workshop, for passing on to a teacher. Their own browser states it: it is a record, not
 * a proof. Names nobody unless the person has typed a name.
 */
export interface Certificate {
  /** The path of the workshop's address, without a lesson. */
  readonly workshop: string;
  readonly title: string;
  /** Full commit id; absent for a workshop that ships with the lab. */
  readonly commit?: string | undefined;
  readonly name?: string | undefined;
  readonly lessons: readonly CertifiedLesson[];
}

export interface CertifiedLesson {
  readonly id: string;
  /** The number of checks in the lesson. */
  readonly total: number;
  /** The number of skipped steps. */
  readonly skipped: number;
  /** Passed checks by id, with the time in milliseconds since 1970, and whether the solution had been shown by then. */
  readonly passed: readonly { readonly check: string; readonly at: number; readonly by: "learner" | "solution" }[];
}

/** Limits for reading a certificate, which anybody may have written. */
export const certificateLimits = {
  /** Characters of the fragment. */
  link: 32 * 1024,
  /** Bytes after unpacking. */
  bytes: 256 * 1024,
  lessons: 60,
  /** Checks of one lesson. */
  checks: 3_000,
  /** Characters of a name. */
  name: 80,
} as const;

const text = (longest: number) => z.string().check(z.maxLength(longest));
const count = z.int().check(z.gte(0), z.lte(certificateLimits.checks));

const lesson = z
  .object({
    id: text(linkLimits.name).check(z.refine(isLessonId)),
    total: count,
    skipped: count,
    passed: z
      .array(
        z.object({
          check: text(400),
          at: z.number().check(z.gte(0), z.lte(8.64e15)),
          by: z.enum(["learner", "solution"]),
        }),
      )
      .check(z.maxLength(certificateLimits.checks)),
  })
  // No more passed checks than the lesson has, and no repeats.
  .check(z.refine(({ total, passed }) => passed.length <= total))
  .check(z.refine(({ passed }) => new Set(passed.map(({ check }) => check)).size === passed.length));

const certificate = z.object({
  workshop: text(linkLimits.path).check(z.refine((path) => parseSourcePath(path) !== undefined)),
  title: text(300),
  commit: z.optional(z.string().check(z.regex(/^[0-9a-f]{40}$/))),
  name: z.optional(text(certificateLimits.name)),
  lessons: z
    .array(lesson)
    .check(z.maxLength(certificateLimits.lessons))
    .check(z.refine((all) => new Set(all.map(({ id }) => id)).size === all.length)),
});

/** The certificate as a file: JSON that states its own type. */
export function certificateFile(given: Certificate): File {
  const json = JSON.stringify({ format: "skillground-progress", version: 1, ...given }, null, 2);
  return new File([json], "skillground-progress.json", { type: "application/json" });
}

/** The fragment of a progress link, with its `#`. */
export async function formatProgress(given: Certificate): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(given));
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return `#p1=${toBase64Url(new Uint8Array(await new Response(packed).arrayBuffer()))}`;
}

const progressLink = /#?p(\d+)=([\w-]+)$/;

/** Whether a line is a progress link, or the fragment of one. */
export function isProgressLink(line: string): boolean {
  return progressLink.test(line.trim());
}

/** Reads a progress link, its fragment alone, or the file's text. Where it cannot be read, resolves to what it is instead: `cut short or changed in transit`. */
export async function readProgress(given: string): Promise<Certificate | string> {
  const trimmed = given.trim();
  if (trimmed.startsWith("{")) return readJson(trimmed.slice(0, certificateLimits.bytes));
  const [, version, payload = ""] = progressLink.exec(trimmed) ?? [];
  if (version === undefined) return "not a progress link, which contains #p1= and letters";
  if (version !== "1") return "from a newer version of this site";
  if (payload.length > certificateLimits.link) return "longer than a progress link can be";
  const json = await unpack(payload);
  return json === undefined ? "cut short or changed in transit" : readJson(json);
}

function readJson(json: string): Certificate | string {
  const read = certificate.safeParse(parseJson(json));
  return read.success ? read.data : "not a complete progress link";
}

/** The text in a payload; `undefined` where it is damaged or exceeds the limits. */
async function unpack(payload: string): Promise<string | undefined> {
  const bytes = fromBase64Url(payload);
  if (!bytes) return undefined;
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return await new Blob(chunks).text();
      size += value.length;
      if (size > certificateLimits.bytes) {
        await reader.cancel();
        return undefined;
      }
      chunks.push(value);
    }
  } catch (caught) {
    // The errors of browsers, and of Node, for data that cannot be decompressed.
    if (caught instanceof TypeError || (caught instanceof Error && "code" in caught)) return undefined;
    throw caught;
  }
}

function toBase64Url(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
  } catch (caught) {
    if (caught instanceof DOMException) return undefined;
    throw caught;
  }
}
