import { expect, it } from "vitest";
import { FailureError } from "#lib/failure.ts";
import type { Slice, SliceState } from "#lib/state/slices.ts";
import { createActivity } from "./activity.ts";

function createShown() {
  let state: SliceState<"activity"> = { activity: { kind: "idle" }, unopened: undefined };
  const slice: Slice<"activity"> = {
    get: () => state,
    set: (change) => {
      state = { ...state, ...change };
    },
  };
  return createActivity({ slice, closed: new AbortController().signal });
}

const unmounted = { kind: "undoable", change: "unmounted", label: "kit" } as const;

it("keeps the undo of what was removed while another source is fetched, until that has failed", async () => {
  const activity = createShown();
  const ends = [
    async () => ({ kind: "installed", mountId: "a" }) as const,
    () => Promise.reject(new FailureError({ code: "cancelled" })),
  ];
  for (const end of ends) {
    const proceed = Promise.withResolvers<void>();
    const done = activity.underway("other", async ({ onProgress }) => {
      await proceed.promise;
      onProgress({ phase: "downloading", bytes: 1 });
      return end();
    });
    expect(activity.state().activity.kind).toBe("cloning");
    let isBack = false;
    activity.offerUndo(async () => {
      isBack = true;
    });
    activity.tell(unmounted);
    proceed.resolve();
    await done;
    expect(activity.state().activity).toEqual(unmounted);
    await activity.undo();
    expect(isBack).toBe(true);
    expect(activity.state().activity.kind).toBe("idle");
  }
  const failing = activity.underway("other", () => Promise.reject(new FailureError({ code: "not-git", url: "x" })));
  activity.offerUndo(async () => undefined);
  activity.tell(unmounted);
  await failing;
  expect(activity.state().activity.kind).toBe("failed");
});
