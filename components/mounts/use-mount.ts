import { useActions } from "#components/workbench/workspace-context.tsx";
import type { Incoming } from "#lib/workspace/fetch-source.ts";

/** Mounts whatever a person gives into the open workspace; `then` is called at once, not when it is done. */
export function useMount(then?: () => void): (incoming: Incoming) => void {
  const { mountSource, mountUpload, mountText } = useActions();
  return (incoming) => {
    if (incoming.kind === "source") void mountSource(incoming.source);
    else if (incoming.kind === "upload") void mountUpload(incoming.name, incoming.files);
    else void mountText(incoming.text);
    then?.();
  };
}
