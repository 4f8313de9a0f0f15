import type { Expectation } from "../requests.ts";
import { type Edit, type EvalCase, type Item, isItem, listOf, textsOf } from "./eval-case.ts";
import type { ItemForm } from "./item-form.ts";

/** A grader type that names skills: the members for its lists, and those that a new grader needs. */
export interface SkillGrader {
  readonly type: string;
  readonly required: string;
  readonly forbidden: string;
  readonly more: Item;
}

/** For items with a list of graders: graders of this type decide the expectation, others are kept. */
export function byGrader(grader: SkillGrader, otherwise: Pick<ItemForm, "expects" | "expecting">) {
  const at = (item: Item) => listOf(item.graders).findIndex((each) => isItem(each) && each.type === grader.type);
  const configOf = (item: Item): Item => {
    const found = listOf(item.graders)[at(item)];
    return isItem(found) && isItem(found.config) ? found.config : {};
  };
  return {
    expects(item: Item): Expectation {
      if (at(item) < 0) return otherwise.expects(item);
      const config = configOf(item);
      const [required] = textsOf(config[grader.required]);
      const [forbidden] = textsOf(config[grader.forbidden]);
      if (required !== undefined) return { kind: "picks", skill: required };
      return forbidden === undefined ? { kind: "open" } : { kind: "avoids", skill: forbidden };
    },
    expecting(item: Item, now: EvalCase): readonly Edit[] | undefined {
      const index = at(item);
      const plain = index < 0 && !Array.isArray(item.graders) ? otherwise.expecting(item, now) : undefined;
      return plain ?? graderEdits(item, now, { grader, index, config: configOf(item) });
    },
  };
}

interface FoundGrader {
  readonly grader: SkillGrader;
  /** Index among the item's graders; -1 if there is none. */
  readonly index: number;
  readonly config: Item;
}

function graderEdits(
  item: Item,
  { expects, accepts }: EvalCase,
  { grader, index, config }: FoundGrader,
): readonly Edit[] | undefined {
  if (accepts.length > 0 || expects.kind === "none" || expects.kind === "open") return undefined;
  const { required, forbidden, type, more } = grader;
  const [own, other] = expects.kind === "picks" ? [required, forbidden] : [forbidden, required];
  const value = [expects.skill];
  if (index < 0)
    return [{ path: ["graders"], value: [...listOf(item.graders), { type, ...more, config: { [own]: value } }] }];
  const at = ["graders", index, "config"];
  return [{ path: [...at, own], value }, ...(other in config ? [{ path: [...at, other], value: undefined }] : [])];
}

export const noOther = { expects: (): Expectation => ({ kind: "open" }), expecting: () => undefined };

export function otherGraders(items: unknown, type: string): readonly string[] {
  const has = listOf(items).some(
    (each) => isItem(each) && listOf(each.graders).some((grader) => isItem(grader) && grader.type !== type),
  );
  return has ? ["Other graders are kept and not run."] : [];
}
