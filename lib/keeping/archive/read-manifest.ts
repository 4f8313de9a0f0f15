import "#lib/zod-jitless.ts";
import * as z from "zod/mini";
import { isShallowText, parseJson } from "#lib/plain-json.ts";
import { isLessonId, isName, isRefName, isRepositoryUrl, isSampleId } from "#lib/share/link-rules.ts";
import { mountFolder, place } from "#lib/stage/place.ts";
import { lastTime } from "#lib/storage/storage-shapes.ts";
import { pathObjection } from "#lib/vfs/limits.ts";
import { lessonOf, type Source } from "#lib/vfs/source.ts";
import { list, ruled, text } from "./manifest-fields.ts";
import { lessonProgress, lessonTexts } from "./read-lesson.ts";
import { type FileSource, fileFormat, fileLimits, fileVersion, type Manifest } from "./workspace-file.ts";

export interface ReadManifest extends Manifest {
  readonly sources: readonly (FileSource & { readonly source: Source })[];
}

/** Why a manifest is refused, as a clause. */
export type ManifestObjection = string;

/**
 * Reads the manifest of a workspace file, which anyone may have written: it is refused where it breaks a rule of links,
 * paths or places. Unknown fields are left out.
 */
export function readManifest(text: string): ReadManifest | ManifestObjection {
  if (!isShallowText(text)) return "its manifest is nested too deeply";
  const value = parseJson(text);
  const head = anyManifest.safeParse(value);
  if (!head.success) return "its manifest is not that of a workspace";
  if (typeof head.data.version !== "number") return "its manifest does not tell its version";
  if (head.data.version > fileVersion) return "a newer version of this page saved it";
  const read = manifest.safeParse(value);
  return read.success ? (withoutAbsent(read.data) as ReadManifest) : "its manifest is damaged";
}

/** Absolute paths that may be inside a mount. */
const paths = list(
  (one) => typeof one === "string" && one.startsWith("/") && pathObjection(one.slice(1)) === undefined,
  fileLimits.files,
);

const name = text(300);
const commit = z.optional(ruled((one) => /^[0-9a-f]{40}$/.test(one)));
const ref = z.optional(ruled(isRefName));
const path = z.optional(ruled((one) => pathObjection(one) === undefined));

const lesson = z.optional(ruled(isLessonId));

const source = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("git"),
    url: ruled(isRepositoryUrl),
    ref,
    path,
    refPath: path,
    skill: z.optional(ruled(isName)),
    skills: z.optional(list((one) => name.safeParse(one).success)),
    lesson,
  }),
  z.object({ kind: z.literal("upload"), name, lesson }),
  z.object({ kind: z.literal("sample"), sample: ruled(isSampleId), lesson }),
  z.object({ kind: z.literal("text"), name }),
]);

const mount = z
  .object({
    source,
    label: name.check(z.minLength(1)),
    commit,
    trustedCommit: commit,
    unpinnedRef: ref,
    imported: otherwiseAbsent(z.literal(true)),
    as: z.enum(["project", "install"]),
    scope: z.enum(["project", "home"]),
    chosen: z.optional(paths),
    at: z.string(),
    lesson: z.optional(lessonTexts),
    deleted: paths,
  })
  .check(z.refine(({ at, as }) => isPlace(at, as)))
  // Opening another lesson of the workshop, and updating this one, use the source.
  .check(z.refine(({ source, lesson }) => lesson?.id === lessonOf(source as Source)));

/** The selection. Invalid parts of it are left out, and the file is still taken. */
const selection = z.object({
  skill: otherwiseAbsent(text(5000)),
  file: otherwiseAbsent(z.object({ path: text(5000), line: otherwiseAbsent(z.int()) })),
});

const anyManifest = z.object({ format: z.literal(fileFormat), version: z.optional(z.unknown()) });

const manifest = z.object({
  format: z.literal(fileFormat),
  version: z.number(),
  title: name,
  createdAt: z.int().check(z.minimum(-lastTime), z.maximum(lastTime)),
  harness: text(100),
  noSkills: z.boolean(),
  deleted: paths,
  selection: z.catch(selection, {}),
  lessonProgress: z.optional(lessonProgress),
  sources: z.pipe(
    z.custom<unknown[]>((value) => Array.isArray(value) && value.length <= fileLimits.sources),
    z.array(mount).check(z.refine((all) => new Set(all.map(({ at }) => at)).size === all.length)),
  ),
});

function otherwiseAbsent<Schema extends z.core.$ZodType>(schema: Schema) {
  return z.catch(z.optional(schema), undefined);
}

/**
 * Whether a place is valid: the project's is the working folder, any other mount's a folder of its own in the one for
 * mounts.
 */
function isPlace(at: string, as: "project" | "install"): boolean {
  if (as === "project") return at === place.cwd;
  const folder = at.startsWith(`${mountFolder}/`) ? at.slice(mountFolder.length + 1) : "";
  return folder !== "" && !folder.includes("/") && pathObjection(folder) === undefined;
}

/** Removes optional fields whose value is `undefined`, at every depth. */
function withoutAbsent(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutAbsent);
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(fields.map(([key, field]) => [key, withoutAbsent(field)]));
}
