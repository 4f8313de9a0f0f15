import { isShallowText, parseJson } from "#lib/plain-json.ts";
import { isName, isRefName, isRepositoryUrl, isSampleId } from "#lib/share/link-rules.ts";
import { pathObjection } from "#lib/vfs/limits.ts";
import type { GitSource, Source } from "#lib/vfs/source.ts";
import type { Selection } from "#lib/workspace/state.ts";
import { mountFolder, place } from "#lib/workspace/tree/place.ts";
import { type FileSource, fileFormat, fileLimits, fileVersion, type Manifest } from "./workspace-file.ts";

export interface ReadManifest extends Manifest {
  readonly sources: readonly (FileSource & { readonly source: Source })[];
}

/** A reason why a manifest cannot be taken, as a clause. */
export type ManifestObjection = string;

/**
 * Reads the manifest of a workspace file, which anyone may have written: whatever breaks a rule of links, paths or
 * places is not taken. Fields it does not know are left out.
 */
export function readManifest(text: string): ReadManifest | ManifestObjection {
  if (!isShallowText(text)) return "its manifest holds too many things within each other";
  const value = parseJson(text);
  if (!isRecord(value) || value.format !== fileFormat) return "its manifest is not that of a workspace";
  if (typeof value.version !== "number") return "its manifest does not tell its version";
  if (value.version > fileVersion) return "a newer version of this page has saved it";
  const { title, createdAt, harness, noSkills, selection, deleted } = value;
  const sources = readSources(value.sources);
  const isWhole =
    isText(title, 300) &&
    isTime(createdAt) &&
    isText(harness, 100) &&
    typeof noSkills === "boolean" &&
    isPaths(deleted);
  if (!isWhole || !sources) return "its manifest is damaged";
  const { format, version } = { format: fileFormat, version: value.version } as const;
  return {
    format,
    version,
    title,
    createdAt,
    harness,
    noSkills,
    deleted,
    selection: readSelection(selection),
    sources,
  };
}

/** `undefined` when one breaks a rule, or two are mounted at the same path. */
function readSources(value: unknown): ReadManifest["sources"] | undefined {
  if (!Array.isArray(value) || value.length > fileLimits.sources) return undefined;
  const sources = value.map(readSource);
  const isWhole = sources.every((source) => source !== undefined);
  return isWhole && new Set(sources.map(({ at }) => at)).size === sources.length ? sources : undefined;
}

function readSource(value: unknown): ReadManifest["sources"][number] | undefined {
  if (!isRecord(value)) return undefined;
  const { label, as, scope, chosen, at, deleted } = value;
  const isImported = value.imported === true;
  const source = readOrigin(value.source);
  const history = readHistory(value);
  if (!source || !history || !isText(label, 300) || label === "" || !isPaths(deleted)) return undefined;
  if ((as !== "project" && as !== "install") || (scope !== "project" && scope !== "home")) return undefined;
  if (typeof at !== "string" || !isPlace(at, as) || (chosen !== undefined && !isPaths(chosen))) return undefined;
  const mark = isImported && { imported: true as const };
  return { source, label, ...history, ...mark, as, scope, ...(chosen && { chosen }), at, deleted };
}

/** What a mount has been through; `undefined` when a part of it is not in order. */
function readHistory({
  commit,
  trustedCommit,
  unpinnedRef,
}: Record<string, unknown>): Pick<FileSource, "commit" | "trustedCommit" | "unpinnedRef"> | undefined {
  const fields = { commit, trustedCommit, unpinnedRef };
  const isWhole = isRule(commit, isCommit) && isRule(trustedCommit, isCommit) && isRule(unpinnedRef, isRefName);
  return isWhole ? withoutAbsent(fields) : undefined;
}

function isCommit(text: string): boolean {
  return /^[0-9a-f]{40}$/.test(text);
}

/** Whether a field is absent, or a text that keeps to `rule`. */
function isRule(field: unknown, rule: (text: string) => boolean): boolean {
  return field === undefined || (typeof field === "string" && rule(field));
}

/** Leaves out absent fields, after each was checked. */
function withoutAbsent<Whole>(fields: Record<string, unknown>): Whole {
  return Object.fromEntries(Object.entries(fields).filter(([, field]) => field !== undefined)) as Whole;
}

/** A project stands at the working folder, anything else in a folder of its own below that for mounts. */
function isPlace(at: string, as: "project" | "install"): boolean {
  if (as === "project") return at === place.cwd;
  const name = at.startsWith(`${mountFolder}/`) ? at.slice(mountFolder.length + 1) : "";
  return name !== "" && !name.includes("/") && pathObjection(name) === undefined;
}

function readOrigin(value: unknown): Source | undefined {
  if (!isRecord(value)) return undefined;
  const { kind, name, sample } = value;
  if (kind === "git") return readGitSource(value);
  if (kind === "sample") return typeof sample === "string" && isSampleId(sample) ? { kind, sample } : undefined;
  return (kind === "upload" || kind === "text") && isText(name, 300) ? { kind, name } : undefined;
}

function readGitSource({ url, ref, path, refPath, skill, skills }: Record<string, unknown>): GitSource | undefined {
  const isPath = (text: string) => pathObjection(text) === undefined;
  if (typeof url !== "string" || !isRepositoryUrl(url)) return undefined;
  if (!isRule(ref, isRefName) || !isRule(path, isPath) || !isRule(refPath, isPath) || !isRule(skill, isName)) {
    return undefined;
  }
  if (skills !== undefined && !(Array.isArray(skills) && skills.every((one) => isText(one, 300)))) return undefined;
  return withoutAbsent({ kind: "git", url, ref, path, refPath, skill, skills });
}

/** The selection. One that breaks a rule is left out and the file is still taken. */
function readSelection(value: unknown): Selection {
  if (!isRecord(value)) return {};
  const { skill, file } = value;
  const path = isRecord(file) && isText(file.path, 5000) ? file.path : undefined;
  const line = isRecord(file) && Number.isSafeInteger(file.line) ? (file.line as number) : undefined;
  return {
    ...(isText(skill, 5000) && { skill }),
    ...(path !== undefined && { file: { path, ...(line !== undefined && { line }) } }),
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isText(value: unknown, longest: number): value is string {
  return typeof value === "string" && value.length <= longest && value.isWellFormed();
}

function isTime(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

/** Absolute paths that could be part of a mount. */
function isPaths(value: unknown): value is readonly string[] {
  const isPath = (one: unknown) => typeof one === "string" && one.startsWith("/") && !pathObjection(one.slice(1));
  return Array.isArray(value) && value.length <= fileLimits.files && value.every(isPath);
}
