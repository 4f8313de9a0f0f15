import { type Field, type Fields, optional, readFields, text, type ValuesOf } from "#lib/lesson/fields.ts";
import { fault, type Reading, type Yaml } from "#lib/lesson/read-yaml.ts";
import { catalogChecks } from "./catalog-checks.ts";
import { type Check, type CheckKind, type CheckResult, checkKind, met, unknown, unmet } from "./check.ts";
import { eventChecks } from "./event-checks.ts";
import { fileChecks } from "./file-checks.ts";
import { skillChecks } from "./skill-checks.ts";
import type { World } from "./world.ts";

const checks: Field<readonly Check[]> = {
  what: "a list of checks",
  read(value, reading) {
    if (value.kind !== "list" || value.items.length === 0) return undefined;
    const read = value.items.flatMap((item) => readCheck(item, "", reading) ?? []);
    return read.length === value.items.length ? read : undefined;
  },
};

const oneCheck: Field<Check> = {
  what: "a check",
  read: (value, reading) => (value.kind === "map" ? readCheck(value, "", reading) : undefined),
};

const any = checkKind({
  about: "one of these passes",
  fields: { of: checks },
  short: "of",
  label: ({ of }) => of.map(({ label }) => label).join(", or: "),
  compares: ({ of }) => of.flatMap(({ compares }) => compares),
  test({ of }, world) {
    const open = of.map((check) => check.test(world)).filter(isOpen);
    if (open.length < of.length) return met;
    return (open.some(({ isUnknown }) => isUnknown) ? unknown : unmet)(nearest(open));
  },
});

const all = checkKind({
  about: "all of these pass",
  fields: { of: checks },
  short: "of",
  label: ({ of }) => of.map(({ label }) => label).join("; "),
  compares: ({ of }) => of.flatMap(({ compares }) => compares),
  test({ of }, world) {
    const open = of.map((check) => check.test(world)).filter(isOpen);
    if (open.length === 0) return met;
    const said = `${of.length - open.length} of ${of.length}. ${nearest(open)}`;
    return (open.every(({ isUnknown }) => isUnknown) ? unknown : unmet)(said);
  },
});

const not = checkKind({
  about: "this does not pass",
  fields: { of: oneCheck },
  short: "of",
  label: ({ of }) => `Not: ${of.label}`,
  compares: ({ of }) => of.compares,
  test({ of }, world) {
    const result = of.test(world);
    if (result.isMet) return unmet(`Still true: ${of.label}.`);
    return result.isUnknown ? result : met;
  },
});

const order = checkKind({
  about: "these happened in this order",
  fields: { of: checks },
  short: "of",
  label: ({ of }) => `In this order: ${of.map(({ label }) => label).join(", then: ")}`,
  objection({ of }) {
    const still = of.find(({ hits }) => !hits);
    return still && `“order” takes checks on what happens, and ${still.kind} is none`;
  },
  test({ of }, { events }) {
    let from = 0;
    for (const { hits, label } of of) {
      const at = events.findIndex((event, index) => index >= from && hits?.(event));
      if (at < 0) return unmet(`Still to come: ${label}.`);
      from = at + 1;
    }
    return met;
  },
});

type Open = Extract<CheckResult, { isMet: false }>;

function isOpen(result: CheckResult): result is Open {
  return !result.isMet;
}

/** What is missing, according to the first check that is not met. */
function nearest([first]: readonly Open[]): string {
  return first?.near ?? "";
}

/** Every verb that a `check` block may have, in the order in which authors read about them. */
export const checkKinds: Readonly<Record<string, CheckKind>> = {
  ...skillChecks,
  ...catalogChecks,
  ...fileChecks,
  ...eventChecks,
  order,
  any,
  all,
  not,
};

/** The check in a mapping of one verb, with `say` as its label; `undefined`, with faults, if there is none. `id`: as `Check.id`. */
export function readCheck(given: Yaml, id: string, reading: Reading): Check | undefined {
  if (given.kind !== "map") return fault(reading, given.line, `A check is one verb: ${allVerbs}`);
  const own = [...given.entries].filter(([key]) => key !== "say");
  const [verb, ...more] = own;
  if (!verb) return fault(reading, given.line, `A verb is missing: ${allVerbs}`);
  const [kindName, { line, value }] = verb;
  const kind = Object.hasOwn(checkKinds, kindName) ? checkKinds[kindName] : undefined;
  if (!kind) return fault(reading, line, `“${kindName}” is not a check; allowed: ${allVerbs}`);
  if (more[0]) return fault(reading, more[0][1].line, `A check has one verb, and “${more[0][0]}” is a second key`);
  const values = readFields(kind.fields, asMap(kind, value), reading);
  const objection = values && kind.objection?.(values);
  if (objection) return fault(reading, line, `In ${kindName}, ${objection}`);
  const said = readFields({ say: optional(text) }, onlySay(given), reading);
  return values && said && makeCheck(kind, values, { id, line, kind: kindName, say: said.say });
}

const allVerbs = Object.keys(checkKinds).join(", ");

interface Named {
  readonly id: string;
  readonly line: number;
  readonly kind: string;
  readonly say: string | undefined;
}

function makeCheck(kind: CheckKind, values: ValuesOf<Fields>, { say, ...named }: Named): Check {
  return {
    ...named,
    label: say ?? kind.label(values),
    compares: kind.compares?.(values) ?? [],
    ...(kind.takesPerson && { takesPerson: true as const }),
    test: (world: World) => kind.test(values, world),
    ...(kind.hits && { hits: (event) => kind.hits?.(values, event) ?? false }),
  };
}

/** A bare text or list becomes the value of the kind's `short` field; an empty text becomes a mapping without fields. */
function asMap({ short, fields }: CheckKind, value: Yaml): Extract<Yaml, { kind: "map" }> {
  const { line } = value;
  if (value.kind === "map" && !isCheckItself(fields, value)) return value;
  const isNothing = value.kind === "text" && value.text === "";
  return { kind: "map", line, entries: isNothing ? new Map() : new Map([[short, { line, value }]]) };
}

/** `not` takes a check, which is itself a mapping. */
function isCheckItself(fields: CheckKind["fields"], { entries }: Extract<Yaml, { kind: "map" }>): boolean {
  return fields.of === oneCheck && !entries.has("of");
}

function onlySay({ line, entries }: Extract<Yaml, { kind: "map" }>): Extract<Yaml, { kind: "map" }> {
  const say = entries.get("say");
  return { kind: "map", line, entries: say ? new Map([["say", say]]) : new Map() };
}
