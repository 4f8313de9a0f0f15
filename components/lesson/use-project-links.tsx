import { useCallback } from "react";
import type { DrawLocalLink } from "#components/markdown/rendered-pieces.tsx";
import { Button } from "#components/ui/button.tsx";
import { useActions } from "#components/workspace/workspace-context.tsx";
import { resolvePath } from "#lib/vfs/paths.ts";
import { place } from "#lib/workspace/tree/place.ts";

/** Links of a lesson's text that stay in the lab open files of the project. */
export function useProjectLinks(): DrawLocalLink {
  const { openFile } = useActions();
  return useCallback(
    ({ href, children }) => {
      if (!href || href.startsWith("#")) return undefined;
      const path = projectPath(href);
      return (
        <Button variant="link" title={path} onClick={() => openFile(path)}>
          {children}
        </Button>
      );
    },
    [openFile],
  );
}

function projectPath(href: string): string {
  const plain = href.split(/[?#]/, 1)[0] ?? "";
  try {
    return resolvePath(place.cwd, decodeURIComponent(plain));
  } catch {
    // Half a character: taken as it is written.
    return resolvePath(place.cwd, plain);
  }
}
