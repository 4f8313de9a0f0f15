import { linkTarget } from "#lib/harness/access/links.ts";
import { renderCatalog } from "#lib/harness/catalog/catalog.ts";
import { type CheckedText, checkText } from "#lib/harness/discovery/check-text.ts";
import { ownName } from "#lib/harness/discovery/own-name.ts";
import { pluginNamespaces } from "#lib/harness/discovery/plugins.ts";
import { type ReadSkill, readSkill } from "#lib/harness/discovery/read-skill.ts";
import type { Catalog } from "#lib/harness/vocabulary/catalog.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import type { Candidate } from "#lib/harness/vocabulary/skill.ts";
import { dirname } from "#lib/vfs/paths.ts";
import { type Placement, placementOf } from "./placement.ts";

/** Everything that the rules ask about one SKILL.md. */
export interface Inquiry {
  readonly profile: Profile;
  /** As just loaded from its files. */
  readonly session: Session;
  readonly location: string;
  readonly folder: string;
  /** What the harness made of it; absent for a file that it does not know of. */
  readonly candidate: Candidate | undefined;
  readonly placement: Placement;
  readonly checked: CheckedText;
  readonly read: ReadSkill;
  /** What the model is told, rendered when it is first asked for. */
  readonly catalog: Catalog;
}

export function inquire(profile: Profile, session: Session, location: string): Inquiry {
  const { files, place, discovery } = session;
  const placement = placementOf(profile, files, place, location);
  const { root } = placement;
  const links = root ? linkTarget(profile, files, location) : {};
  const namespaceOf = pluginNamespaces(files, profile.identity.manifests ?? []);
  const namespace = root && (root.namespace ?? namespaceOf(dirname(links.target ?? location)));
  const file = { location, root: root?.label ?? "", ...(namespace !== undefined && { namespace }), ...links };
  let catalog: Catalog | undefined;
  return {
    profile,
    session,
    location,
    folder: ownName(location),
    candidate: discovery.candidates.find((each) => each.location === location),
    placement,
    checked: checkText(profile.frontmatter, files, location),
    read: readSkill(profile, files, file),
    get catalog() {
      catalog ??= renderCatalog(profile, session);
      return catalog;
    },
  };
}
