import { Sparkles } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { useFollows } from "#components/workspace/use-follows.ts";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { profileById } from "#lib/harness/profiles.ts";
import type { Discovery } from "#lib/harness/vocabulary/skill.ts";
import { isBundled } from "#lib/workspace/tree/place.ts";

/** What to do when none of the mounted skills is loaded: because there is none, or none where the harness looks. */
export function NothingLoaded({ discovery: { candidates } }: { discovery: Discovery }) {
  const profileId = useWorkspace((state) => state.profileId);
  const profile = profileById(profileId);
  // Those that the harness brings along are nobody's to miss.
  const own = candidates.filter(({ location }) => !isBundled(profile, location));
  if (own.length === 0) return <NoSkills />;
  return own.every(({ outcome }) => outcome.kind === "outside") ? <AllOutside /> : null;
}

function NoSkills() {
  return (
    <EmptyState icon={<Sparkles size={22} aria-hidden />} title="No skill in these files">
      There is no SKILL.md at any depth, so no harness would find one.
    </EmptyState>
  );
}

function AllOutside() {
  const harness = useWorkspace(({ profileId }) => profileById(profileId).label);
  const project = useWorkspace(({ mounts }) => mounts.find((mount) => mount.as === "project"));
  const follows = useFollows();
  const { placeMount } = useActions();
  return (
    <EmptyState title={`None lies where ${harness} looks`}>
      {project && (
        <Button size="small" disabled={follows} onClick={() => void placeMount(project.id, "install", "project")}>
          Install them for {harness}
        </Button>
      )}
    </EmptyState>
  );
}
