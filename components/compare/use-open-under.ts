import { useActions } from "#components/workspace/workspace-context.tsx";

/** Leaves the comparison for a SKILL.md as one harness meets it; one that has no path for it is only switched to. */
export function useOpenUnder(onLeave: () => void): (profileId: string, location: string | undefined) => Promise<void> {
  const { chooseProfile, selectSkill, openFile } = useActions();
  return async (profileId, location) => {
    onLeave();
    await chooseProfile(profileId);
    if (location === undefined) return;
    selectSkill(location);
    openFile(location);
  };
}
