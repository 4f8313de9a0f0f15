import { useRef } from "react";

/** Loads, once, what cloning needs, when a person turns to the box: whoever only reads the page fetches nothing. */
export function useWarm(): () => void {
  const isWarm = useRef(false);
  return () => {
    if (isWarm.current) return;
    isWarm.current = true;
    void import("#lib/git/clone/clone.ts");
    void import("#lib/git/clone/clone.ts").then(({ prepareClone }) => prepareClone());
  };
}
