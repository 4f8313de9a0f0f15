import { createContext, useContext } from "react";
import { Button } from "#components/ui/button.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { formatLinkQuery } from "#lib/share/link-query.ts";

/** Shows a place in a file of the source. `path`: relative to the source. */
export type ShowPlace = (path: string, line: number) => void;

interface Places {
  /** The lab address of the source; absent for files that are only in this browser. */
  readonly address: string | undefined;
  readonly onShow: ShowPlace | undefined;
}

export const ShowPlaceContext = createContext<Places>({ address: undefined, onShow: undefined });

/** A file of the source and a line in it, as a link where possible. */
export function PlaceLink({ path, line }: { path: string; line?: number }) {
  const { address, onShow } = useContext(ShowPlaceContext);
  const shown = <VisibleName text={path.slice(1) + (line === undefined ? "" : `:${line}`)} />;
  if (onShow)
    return (
      <Button variant="link" onClick={() => onShow(path, line ?? 1)}>
        {shown}
      </Button>
    );
  if (address === undefined) return <code>{shown}</code>;
  const file = { path: path.slice(1), ...(line !== undefined && { line }) };
  return <a href={address + formatLinkQuery({ file })}>{shown}</a>;
}
