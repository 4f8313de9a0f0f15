import { sharedStore } from "#lib/server/store/shared-store.ts";
import { budgetLimits, createModelBudget, type ModelBudget } from "./models-budget.ts";

let budget: ModelBudget | undefined;

/**
 * One per process, or for all processes of the site where they have a store in common.
 * @throws Error for variables that mean nothing, at every call.
 */
export async function modelBudget(): Promise<ModelBudget> {
  const { countRate } = await sharedStore(process.env.REDIS_URL);
  budget ??= createModelBudget(budgetLimits(process.env), countRate);
  return budget;
}
