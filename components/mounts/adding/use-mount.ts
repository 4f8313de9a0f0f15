import { useActions } from "#components/workspace/workspace-context.tsx";
import type { Incoming } from "#lib/workspace/sources/fetch-source.ts";

/** Mounts whatever a person gives into the open workspace; `then` is called at once, not when it is done. */
export function useMount(then?: () => void): (incoming: Incoming) => void {
  const { mount } = useActions();
  return (incoming) => {
    void mount(incoming);
    then?.();
  };
}
