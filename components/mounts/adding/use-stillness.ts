import { useEffect, useRef } from "react";

/** How long nothing is typed before a person seems done, in milliseconds: a pasted address is whole at once. */
const pause = 200;

/** Calls back once it has not been asked again for a moment. */
export function useStillness(): (then: () => void) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (then) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(then, pause);
  };
}
