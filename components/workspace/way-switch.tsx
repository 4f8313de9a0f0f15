import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { useActions, useIsEmbedded, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { ways } from "#lib/report/compare/headline.ts";
import { wayOf } from "#lib/stage/ways.ts";
import { WayChoice } from "./way-choice.tsx";

/** How the numbers beside it are counted, with a switch to the other way. A lesson's project is always counted in place. */
export function WaySwitch() {
  const mounts = useWorkspace((state) => state.mounts);
  const follows = useReadOnlyTab();
  const isEmbedded = useIsEmbedded();
  const { chooseWay } = useActions();
  const way = wayOf(mounts);
  if (mounts.length === 0 || mounts.some(({ lesson }) => lesson)) return null;
  if (isEmbedded) return <span title={ways[way].title}>{ways[way].label}</span>;
  return <WayChoice way={way} disabled={follows} onChoose={(wanted) => void chooseWay(wanted)} />;
}
