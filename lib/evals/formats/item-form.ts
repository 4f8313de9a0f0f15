import type { Expectation } from "../requests.ts";
import {
  type CaseList,
  type Edit,
  type EvalCase,
  type Item,
  isItem,
  listOf,
  type Path,
  textOf,
  triggered,
  without,
} from "./eval-case.ts";

/** How the items of a list represent a case. Paths are relative to the item. */
export interface ItemForm {
  readonly text: Path;
  readonly id?: string;
  /** Converts an id for a member that is not text; `undefined` if the member cannot hold the id. */
  idValue?(id: string): unknown;
  readonly kind?: string;
  readonly note?: string;
  /** Members that are read into the case's own fields. */
  readonly known: readonly string[];
  /** Members that a new item needs in addition to those of the case. `number`: from 1, unique among the items. */
  fresh?(now: EvalCase, number: number): Item;
  expects(item: Item): Expectation;
  accepts?(item: Item): readonly string[];
  /** The edits after which the item has the case's expectation; `undefined` if an item cannot have it. */
  expecting(item: Item, now: EvalCase): readonly Edit[] | undefined;
}

export function caseList(path: Path, items: unknown, form: ItemForm): CaseList {
  return {
    path,
    cases: listOf(items).map((item, index) => (isItem(item) ? caseOf(item, [...path, index], form) : undefined)),
    edits(item, before, now) {
      if (!isItem(item)) return undefined;
      const expecting = isSame(before, now) ? [] : form.expecting(item, now);
      const own = ([key, path]: readonly ["id" | "kind" | "note" | "text", Path | undefined]) =>
        path && before[key] !== now[key] ? [{ path, value: ownValue(form, now, key) }] : [];
      return expecting && [...ownFields(form).flatMap(own), ...expecting];
    },
    make(now, number) {
      const expecting = form.expecting({}, now);
      if (!expecting) return undefined;
      const own = ownFields(form).flatMap(([key, path]) =>
        path && ownValue(form, now, key) !== undefined ? [{ path, value: ownValue(form, now, key) }] : [],
      );
      const start = number === undefined ? now.rest : { ...form.fresh?.(now, number), ...now.rest };
      return [...own, ...expecting].reduce<Item>((item, { path, value }) => withMember(item, path, value), start);
    },
  };
}

function ownValue({ idValue }: ItemForm, now: EvalCase, key: "id" | "kind" | "note" | "text"): unknown {
  return key === "id" && idValue && now.id !== undefined ? idValue(now.id) : now[key];
}

function ownFields({ id, kind, note, text }: ItemForm) {
  return [
    ["id", id === undefined ? undefined : [id]],
    ["text", text],
    ["kind", kind === undefined ? undefined : [kind]],
    ["note", note === undefined ? undefined : [note]],
  ] as const;
}

function caseOf(item: Item, origin: Path, form: ItemForm): EvalCase | undefined {
  const text = textOf(form.text.reduce<unknown>((at, key) => (isItem(at) ? at[String(key)] : undefined), item));
  if (text === undefined || text.trim() === "") return undefined;
  const { id, kind, note } = form;
  const own = (name: "id" | "kind" | "note", key: string | undefined) => {
    const value = key === undefined ? undefined : item[key];
    return typeof value === "string" || typeof value === "number" ? { [name]: String(value) } : {};
  };
  return {
    ...own("id", id),
    text,
    expects: form.expects(item),
    accepts: form.accepts?.(item) ?? [],
    ...own("kind", kind),
    ...own("note", note),
    rest: without(item, form.known),
    origin,
  };
}

function isSame(a: EvalCase, b: EvalCase): boolean {
  return JSON.stringify([a.expects, a.accepts]) === JSON.stringify([b.expects, b.accepts]);
}

function withMember(item: Item, [key = "", ...rest]: Path, value: unknown): Item {
  const inner = item[String(key)];
  return { ...item, [key]: rest.length === 0 ? value : withMember(isItem(inner) ? inner : {}, rest, value) };
}

/** A flag that says whether the request should lead to the file's one skill. */
export function byFlag(path: Path, skill: string | undefined): Pick<ItemForm, "expects" | "expecting"> {
  return {
    expects(item) {
      const flag = path.reduce<unknown>((at, key) => (isItem(at) ? at[String(key)] : undefined), item);
      return typeof flag === "boolean" ? triggered(skill, flag) : { kind: "open" };
    },
    expecting(_, { expects, accepts }) {
      if (accepts.length > 0 || !("skill" in expects) || expects.skill !== skill) return undefined;
      return [{ path, value: expects.kind === "picks" }];
    },
  };
}

/** The list can only hold cases that should lead to the file's skill. */
export function alwaysPicks(skill: string | undefined): Pick<ItemForm, "expects" | "expecting"> {
  return {
    expects: () => triggered(skill, true),
    expecting: (_, { expects, accepts }) =>
      accepts.length === 0 && expects.kind === "picks" && expects.skill === skill ? [] : undefined,
  };
}

/** Name of a new item, in a format that requires one. */
export function numbered(number: number): string {
  return `request-${number}`;
}

/** A sentence that lists which of these members are kept, because some of the items have them. */
export function kept(items: unknown, names: Readonly<Record<string, string>>): readonly string[] {
  const there = Object.entries(names).filter(([key]) =>
    listOf(items).some(
      (each) =>
        isItem(each) && each[key] !== undefined && listOf(each[key]).length + Number(!Array.isArray(each[key])) > 0,
    ),
  );
  if (there.length === 0) return [];
  const told = there.map(([, name]) => name).join(", ");
  return [`${told.slice(0, 1).toUpperCase()}${told.slice(1)} are kept and not run.`];
}
