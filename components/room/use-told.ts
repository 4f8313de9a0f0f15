import { useState } from "react";
import { type Failure, failureOf } from "#lib/failure.ts";

/** Does something that the server is told of, and keeps why it was not. */
export function useTold(): { act: (tell: () => Promise<void>) => void; failure: Failure | undefined } {
  const [failure, setFailure] = useState<Failure>();
  async function run(tell: () => Promise<void>) {
    setFailure(undefined);
    try {
      await tell();
    } catch (caught) {
      const reason = failureOf(caught);
      if (!reason) throw caught;
      setFailure(reason);
    }
  }
  return { act: (tell) => void run(tell), failure };
}
