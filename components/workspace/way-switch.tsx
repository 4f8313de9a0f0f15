import { Segments } from "#components/ui/toggles.tsx";
import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { useActions, useIsEmbedded, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { ways } from "#lib/report/compare/headline.ts";
import { wayOf } from "#lib/stage/ways.ts";

/** In which way the numbers beside it are counted, and the other one a click away. A lesson's project stays where it lies. */
export function WaySwitch() {
  const mounts = useWorkspace((state) => state.mounts);
  const follows = useReadOnlyTab();
  const isEmbedded = useIsEmbedded();
  const { chooseWay } = useActions();
  const way = wayOf(mounts);
  if (mounts.length === 0 || mounts.some(({ lesson }) => lesson)) return null;
  if (isEmbedded) return <span title={ways[way].title}>{ways[way].label}</span>;
  return (
    <Segments
      label="Count skills"
      options={options}
      value={way}
      disabled={follows}
      onChange={(wanted) => void chooseWay(wanted)}
    />
  );
}

const options = (["as-it-lies", "as-installed"] as const).map((value) => ({ value, ...ways[value] }));
