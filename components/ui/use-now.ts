import { type RefObject, useEffect, useRef } from "react";

/** A value as of the last drawing, for code that goes on after a wait and would otherwise see it as of its beginning. */
export function useNow<Value>(value: Value): Readonly<RefObject<Value>> {
  const now = useRef(value);
  useEffect(() => {
    now.current = value;
  }, [value]);
  return now;
}
