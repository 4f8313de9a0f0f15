import { useActions } from "#components/workspace/workspace-context.tsx";
import type { Incoming } from "#lib/fetching/incoming.ts";

/** Returns a function that mounts a source into the open workspace. `then` is called as soon as that begins, not when it is done. */
export function useMount(then?: () => void): (incoming: Incoming) => void {
  const { mount } = useActions();
  return (incoming) => {
    void mount(incoming);
    then?.();
  };
}
