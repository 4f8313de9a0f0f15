import { type Core, ignoreClosing, isFollowing } from "./core.ts";

/** Makes a verb that, in a read-only tab, changes nothing and says why. */
export type Changing = <Given extends readonly unknown[]>(
  act: (...given: Given) => Promise<void>,
) => (...given: Given) => Promise<void>;

/** The maker of such verbs for one workspace; what they do is noted until it is done. */
export function refusedWhileFollowing(core: Core): Changing {
  return <Given extends readonly unknown[]>(act: (...given: Given) => Promise<void>) =>
    async (...given: Given): Promise<void> => {
      if (isFollowing(core)) core.store.setState({ storage: { kind: "elsewhere", refused: true } });
      else await tracked(core, act(...given));
    };
}

/** Notes a change under way until it is done: another tab that takes over waits for it. */
export async function tracked(core: Core, change: Promise<void>): Promise<void> {
  core.changes.add(change);
  try {
    await change;
  } catch (caught) {
    ignoreClosing(core, caught);
  } finally {
    core.changes.delete(change);
  }
}
