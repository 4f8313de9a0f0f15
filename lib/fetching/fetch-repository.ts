import { FailureError, failureOf } from "#lib/failure.ts";
import { cloneRepository, resolveRepository, takeClone } from "#lib/git/clone/clone.ts";
import type { CloneAbout } from "#lib/git/clone/clone-protocol.ts";
import { type HostAuthorization, hostAuthorization } from "#lib/git/transport/git-http.ts";
import { mountNotice } from "#lib/stage/mount-notice.ts";
import { fetchedLabel } from "#lib/state/mount.ts";
import type { SourceAbout } from "#lib/state/source.ts";
import { type Delivery, describeDelivery } from "#lib/vfs/delivery.ts";
import type { Snapshot } from "#lib/vfs/snapshot.ts";
import type { GitSource, ReportProgress } from "#lib/vfs/source.ts";

interface CloneOptions {
  readonly signal: AbortSignal;
  /** Contents that are already here and are not fetched again. */
  readonly known?: Snapshot;
}

/** Clones a repository, with the person's token where its host requires one. Throws `FailureError`. */
export function fetchRepository(source: GitSource, options: CloneOptions): Delivery<SourceAbout> {
  return describeDelivery(cloneWithToken(source, options), (about, known) => describeClone(source, about, known));
}

/** The id that the repository's ref names now: of a commit, or of an annotated tag. Throws `FailureError`. */
export async function resolveRef(
  source: GitSource,
  options: { readonly signal: AbortSignal; readonly onProgress: ReportProgress },
): Promise<string> {
  try {
    return await resolveRepository(source, options);
  } catch (caught) {
    const authorization = await keptToken(source, caught);
    return resolveRepository(source, { ...options, authorization }).catch((again) => refuseToken(source, again));
  }
}

/**
 * Describes a clone.
 * @param snapshot holds the SKILL.md files at least
 */
function describeClone(
  source: GitSource,
  { commit, ref, path, warnings }: CloneAbout,
  snapshot: Snapshot,
): SourceAbout {
  const { refPath: _, ...address } = source;
  return {
    source: { ...address, ...(ref && { ref }), ...(path && { path }) },
    label: fetchedLabel(source, snapshot),
    commit,
    notices: warnings.map(mountNotice),
  };
}

/** Asks without a token first, so that a token is sent only to a host that refuses to answer without one. */
async function* cloneWithToken(source: GitSource, options: CloneOptions): Delivery<CloneAbout> {
  try {
    return yield* takeClone(source, options);
  } catch (caught) {
    const authorization = await keptToken(source, caught);
    try {
      return yield* cloneRepository(source, { ...options, authorization });
    } catch (again) {
      refuseToken(source, again);
    }
  }
}

/**
 * The stored token for a host that has refused to answer without one. Throws `caught` where there is no token, or the
 * refusal was another.
 */
async function keptToken({ url }: GitSource, caught: unknown): Promise<HostAuthorization> {
  if (!isRefused(caught)) throw caught;
  const { host } = new URL(url);
  const { secrets } = await import("#lib/models/secrets.ts");
  const token = await secrets.read({ kind: "token", at: host });
  if (token === undefined) throw caught;
  return hostAuthorization(host, token);
}

function refuseToken({ url }: GitSource, caught: unknown): never {
  throw isRefused(caught) ? new FailureError({ code: "token-refused", url }, { cause: caught }) : caught;
}

function isRefused(caught: unknown): boolean {
  return failureOf(caught)?.code === "repository-missing";
}
