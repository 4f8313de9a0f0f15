import type { EvalFormat } from "./eval-case.ts";
import { promptfoo } from "./promptfoo.ts";
import { evalsJson, triggers } from "./skill-creator.ts";
import { skillReach } from "./skill-reach.ts";
import { skillgrade } from "./skillgrade.ts";
import { vally } from "./vally.ts";
import { waza, wazaTask, wazaTriggers } from "./waza.ts";

/** In the order in which they are tried: the most explicit first. */
export const formats: readonly EvalFormat[] = [
  triggers,
  evalsJson,
  wazaTriggers,
  waza,
  wazaTask,
  vally,
  promptfoo,
  skillgrade,
  skillReach,
];
