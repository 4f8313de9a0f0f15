import { sharedStore } from "#lib/server/store/shared-store.ts";
import { createModelBudget, defaultBudget, type ModelBudget } from "./models-budget.ts";

let budget: Promise<ModelBudget> | undefined;

/** One per process, or for all processes of the site where they have a store in common. */
export function modelBudget(): Promise<ModelBudget> {
  budget ??= sharedStore(process.env.REDIS_URL).then(({ countRate }) => createModelBudget(defaultBudget, countRate));
  return budget;
}
