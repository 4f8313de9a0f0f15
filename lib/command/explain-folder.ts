import { explain } from "#lib/harness/explain.ts";
import type { Explanation } from "#lib/harness/vocabulary/finding.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Way } from "#lib/report/compare/headline.ts";
import { candidateOf } from "#lib/stage/candidate-of.ts";
import type { MountTree } from "#lib/stage/mount-tree.ts";
import { place } from "#lib/stage/place.ts";
import { wayOf } from "#lib/stage/ways.ts";
import { openUnder } from "./open-under.ts";

/** An explanation, with its harness. */
export interface Explained {
  readonly profile: Profile;
  /** How the folder is opened under the harness, as the lab would open it. */
  readonly way: Way;
  readonly explanation: Explanation;
}

/** Why each of these harnesses offers or does not offer a SKILL.md of a folder. @param path from `/` */
export async function explainAll(
  tree: MountTree,
  path: string,
  profiles: readonly Profile[],
): Promise<readonly Explained[]> {
  const explained: Explained[] = [];
  for (const profile of profiles) {
    const { files, view, seenAt, mount } = await openUnder(profile, tree);
    const { discovery, states, whyOff } = view;
    const candidate = candidateOf(discovery, files, { mountId: mount.id, path });
    const location = candidate?.location ?? seenAt(path) ?? `${mount.at}${path}`;
    const explanation = explain(profile, { files, place, discovery, states, whyOff }, location);
    explained.push({ profile, way: wayOf([mount]), explanation });
  }
  return explained;
}

/** The explanations as data, in the shape `explain` of `schemas.ts`. */
export function explanationDocument(path: string, explained: readonly Explained[]) {
  const harnesses = explained.map(({ profile: { id, label }, way, explanation }) => ({
    id,
    label,
    way,
    ...explanation,
  }));
  return { version: 1 as const, path, harnesses };
}
