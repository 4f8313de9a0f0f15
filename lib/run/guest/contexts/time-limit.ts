import { nodeError } from "../arguments/argument-errors.ts";
import { native } from "../native.ts";

let depth = 0;

/** Whether code runs that has a time limit, which can wait for no program. */
export const isTimed = () => depth > 0;

/** What `run` gives. @throws as Node if it takes longer */
export function withinTime<Result>(run: () => Result, milliseconds: number): Result {
  const ended: { result?: Result; error?: unknown; isDone?: boolean } = {};
  depth++;
  native.withinTime(() => {
    try {
      ended.result = run();
    } catch (error) {
      ended.error = error;
    }
    ended.isDone = true;
  }, milliseconds);
  depth--;
  if (!ended.isDone)
    throw nodeError(Error, "ERR_SCRIPT_EXECUTION_TIMEOUT", `Script execution timed out after ${milliseconds}ms`);
  if ("error" in ended) throw ended.error;
  return ended.result as Result;
}
