import { type Decimal, whole, withScale, zero } from "./bc-number.ts";
import { BcFault } from "./bc-syntax.ts";

/** Where a value is kept: a variable, or an element of an array. */
export interface Spot {
  readonly name: string;
  readonly at?: number;
}

export type Elements = ReadonlyMap<number, Decimal>;

/** bc's variables, with those that steer it. */
export interface Variables {
  readonly settings: Readonly<Record<Setting, number>>;
  read(spot: Spot): Decimal;
  write(spot: Spot, value: Decimal): void;
  elements(array: string): Elements;
  /**
   * Gives some variables other values until `run` has ended, and then puts back those of before; an array's name ends with brackets.
   */
  during<Result>(given: readonly (readonly [name: string, value: Decimal | Elements])[], run: () => Result): Result;
}

type Setting = keyof typeof bounds;

const bounds = { scale: [0, 100_000], ibase: [2, 36], obase: [2, 1_000_000_000] } as const;

const lastIndex = 16_777_215n;

/** @throws BcFault */
export function indexFor(value: Decimal): number {
  const { units } = withScale(value, 0);
  if (units < 0n || units > lastIndex) throw new BcFault("Array subscript out of bounds");
  return Number(units);
}

export function createVariables(scale: number): Variables {
  const variables = new Map<string, Decimal>();
  const arrays = new Map<string, Map<number, Decimal>>();
  const settings = { scale, ibase: 10, obase: 10 };

  function arrayOf(name: string): Map<number, Decimal> {
    const known = arrays.get(name) ?? new Map<number, Decimal>();
    arrays.set(name, known);
    return known;
  }

  function held(name: string): Decimal | Elements | undefined {
    return name.endsWith("[]") ? arrays.get(name.slice(0, -2)) : variables.get(name);
  }

  function put(name: string, value: Decimal | Elements | undefined): void {
    const plain = name.replace("[]", "");
    if (value === undefined) (name.endsWith("[]") ? arrays : variables).delete(plain);
    else if (isElements(value)) arrays.set(plain, new Map(value));
    else variables.set(plain, value);
  }

  return {
    settings,
    elements: arrayOf,
    read({ name, at }) {
      if (at !== undefined) return arrayOf(name).get(at) ?? zero;
      return isSetting(name) ? whole(settings[name]) : (variables.get(name) ?? zero);
    },
    write({ name, at }, value) {
      if (at !== undefined) arrayOf(name).set(at, value);
      else if (isSetting(name)) settings[name] = within(bounds[name], value);
      else variables.set(name, value);
    },
    during(given, run) {
      const before = given.map(([name]) => [name, held(name)] as const);
      for (const [name, value] of given) put(name, value);
      try {
        return run();
      } finally {
        for (const [name, value] of before.toReversed()) put(name, value);
      }
    },
  };
}

function isElements(value: Decimal | Elements): value is Elements {
  return value instanceof Map;
}

function isSetting(name: string): name is Setting {
  return Object.hasOwn(bounds, name);
}

function within([least, most]: readonly [number, number], value: Decimal): number {
  return Math.min(most, Math.max(least, Number(withScale(value, 0).units)));
}
