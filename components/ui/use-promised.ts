import { useEffect, useState } from "react";

/**
 * What `make` resolves to; `undefined` before the first time. It is made anew whenever one of the values `from` changes, and the result
 * before that stays until then. A result that comes too late, since another was asked for or the component has left, is dropped. A
 * rejection counts as a bug.
 */
export function usePromised<Made>(make: () => Promise<Made>, from: readonly unknown[]): Made | undefined {
  const [made, setMade] = useState<Made>();
  useEffect(
    () => {
      let isLate = false;
      void make().then((now) => isLate || setMade(() => now));
      return () => {
        isLate = true;
      };
    },
    // biome-ignore lint/correctness/useExhaustiveDependencies: the caller knows what the result depends on
    from,
  );
  return made;
}
