import { finish } from "#lib/async/steps.ts";
import { renderCatalog } from "#lib/harness/catalog/catalog.ts";
import { checkText } from "#lib/harness/discovery/check-text.ts";
import { readSkill } from "#lib/harness/discovery/read-skill.ts";
import { linkTarget } from "#lib/harness/discovery/scan-root.ts";
import { pluginNamespaces } from "#lib/harness/roots/plugins.ts";
import { placementOf } from "#lib/harness/rules/place/place-rules.ts";
import { positionOf, searchOf } from "#lib/harness/rules/place/position.ts";
import type { Inquiry } from "#lib/harness/rules/types/inquiry.ts";
import type { Catalog } from "#lib/harness/vocabulary/catalog.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import { ownName } from "#lib/harness/vocabulary/skill.ts";
import { dirname } from "#lib/vfs/paths.ts";

/** Collects what the rules ask about the SKILL.md at `location`, which may be any path of the tree. */
export function inquire(profile: Profile, session: Session, location: string): Inquiry {
  const { files, place, discovery } = session;
  const position = positionOf(finish(searchOf(profile, files, place)), location);
  // A file that discovery did not find may have another name than a SKILL.md: then its place is judged now.
  const placement = discovery.placements.get(location) ?? placementOf(position);
  const { root } = placement;
  const links = root ? linkTarget(profile, files, root.path, location) : {};
  const namespaceOf = pluginNamespaces(files, profile.identity.manifests ?? []);
  const namespace = root && (root.namespace ?? namespaceOf(dirname(links.target ?? location)));
  const file = { location, root: root?.label ?? "", ...(namespace !== undefined && { namespace }), ...links };
  return {
    profile,
    session,
    location,
    folder: ownName(location),
    candidate: discovery.candidates.find((each) => each.location === location),
    placement,
    position,
    checked: checkText(profile.frontmatter, files, location),
    read: readSkill(profile, files, file),
    get catalog() {
      return catalogOf(profile, session);
    },
  };
}

/** Cached by session, which never changes, because many questions are about the same one. */
const catalogs = new WeakMap<Session, Catalog>();

/** What the model is told in a session of this harness. */
export function catalogOf(profile: Profile, session: Session): Catalog {
  const catalog = catalogs.get(session) ?? renderCatalog(profile, session);
  catalogs.set(session, catalog);
  return catalog;
}
