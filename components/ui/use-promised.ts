import { useEffect, useState } from "react";
import { failureOf } from "#lib/failure.ts";

/** Gets a signal that aborts once the result is no longer wanted. */
type Make<Made> = (signal: AbortSignal) => Promise<Made>;

/**
 * What `make` resolves to; `undefined` before the first time. It is made anew whenever one of the values `from` changes, and the result
 * before that stays until then. A result that comes too late, since another was asked for or the component has left, is dropped. A
 * rejection counts as a bug, except for the failure `cancelled`.
 */
export function usePromised<Made>(make: Make<Made>, from: readonly unknown[]): Made | undefined {
  return useMade(make, from)?.made;
}

/** Like `usePromised`, but `undefined` again until there is the result for the present values. */
export function usePromisedAnew<Made>(make: Make<Made>, from: readonly unknown[]): Made | undefined {
  const known = useMade(make, from);
  return known?.from.every((value, at) => Object.is(value, from[at])) ? known.made : undefined;
}

function useMade<Made>(make: Make<Made>, from: readonly unknown[]) {
  const [known, setKnown] = useState<{ readonly made: Made; readonly from: readonly unknown[] }>();
  useEffect(
    () => {
      const late = new AbortController();
      const { signal } = late;
      async function run() {
        try {
          const made = await make(signal);
          if (!signal.aborted) setKnown({ made, from });
        } catch (caught) {
          if (failureOf(caught)?.code !== "cancelled") throw caught;
        }
      }
      void run();
      return () => late.abort();
    },
    // biome-ignore lint/correctness/useExhaustiveDependencies: the caller knows what the result depends on
    from,
  );
  return known;
}
