import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { useActions, useIsEmbedded, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { ways } from "#lib/report/compare/headline.ts";
import { wayOf } from "#lib/stage/ways.ts";
import { WayChoice } from "./way-choice.tsx";

/** In which way the numbers beside it are counted, and the other one a click away. A lesson's project stays where it lies. */
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
