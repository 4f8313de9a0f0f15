import { FailureError, failureOf } from "#lib/failure.ts";
import { cloneRepository, resolveRepository, takeClone } from "#lib/git/clone/clone.ts";
import type { CloneResult } from "#lib/git/clone/clone-protocol.ts";
import { type HostAuthorization, hostAuthorization } from "#lib/git/transport/host-authorization.ts";
import type { GitSource } from "#lib/vfs/source.ts";
import type { FetchedSource } from "#lib/workspace/core.ts";
import type { FetchOptions } from "./fetch-source.ts";
import { fetchedLabel } from "./fetched-label.ts";
import { foundSkills } from "./found-skills.ts";
import { mountNotice } from "./mount-notices.ts";

/** Clones a repository, with the person's token where its host wants one. Throws `FailureError`. */
export async function fetchRepository(source: GitSource, options: FetchOptions): Promise<FetchedSource> {
  const cloneOptions = {
    ...options,
    onSkillList: (list: Parameters<typeof foundSkills>[0]) => options.onFound?.(foundSkills(list)),
  };
  const result = await withHostToken(source, (authorization) =>
    authorization ? cloneRepository(source, { ...cloneOptions, authorization }) : takeClone(source, cloneOptions),
  );
  return fetchedFrom(source, result);
}

/** The same, unless the source still names the commit `known`: `undefined` then, with nothing downloaded. */
export async function fetchNewer(
  source: GitSource,
  known: string,
  options: FetchOptions,
): Promise<FetchedSource | undefined> {
  const id = await withHostToken(source, (authorization) =>
    resolveRepository(source, { ...options, ...(authorization && { authorization }) }),
  );
  if (id === known) return undefined;
  const fetched = await fetchRepository(source, options);
  // A tag has an id of its own: only its commit tells.
  return fetched.commit === known ? undefined : fetched;
}

function fetchedFrom(source: GitSource, { snapshot, commit, ref, path, warnings }: CloneResult): FetchedSource {
  const { refPath: _, ...address } = source;
  return {
    source: { ...address, ...(ref && { ref }), ...(path && { path }) },
    label: fetchedLabel(source, snapshot),
    commit,
    snapshot,
    notices: warnings.map(mountNotice),
  };
}

/** Asks without a token first: it leaves the page only where a host will not answer without one. */
async function withHostToken<Answer>(
  { url }: GitSource,
  ask: (authorization?: HostAuthorization) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask();
  } catch (caught) {
    if (!isRefused(caught)) throw caught;
    const { host } = new URL(url);
    const { hostTokens } = await import("./host-tokens.ts");
    const token = await hostTokens.tokenFor(host);
    if (token === undefined) throw caught;
    return await ask(hostAuthorization(host, token)).catch((again) => {
      throw isRefused(again) ? new FailureError({ code: "token-refused", url }, { cause: again }) : again;
    });
  }
}

function isRefused(caught: unknown): boolean {
  return failureOf(caught)?.code === "repository-missing";
}
