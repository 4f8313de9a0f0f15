import {
  add,
  compare,
  type Decimal,
  divide,
  multiply,
  negate,
  one,
  squareRoot,
  subtract,
  whole,
  withScale,
} from "./bc-number.ts";

/**
 * bc's functions with `-l`. Each works with as many digits and takes the same steps as GNU's, whose last digits come of that: they are not
 * always those of the exact result.
 */
export const library: Readonly<Record<string, (x: Decimal, scale: number) => Decimal>> = {
  e: exponential,
  l: logarithm,
  s: sine,
  c(x, scale) {
    const digits = Math.trunc(1.2 * scale);
    return withScale(sine(add(x, multiply(arcTangent(one, digits), whole(2), 0)), digits), scale);
  },
  a: arcTangent,
};

const two = whole(2);
const fifth = { units: 2n, scale: 1 };
const half = { units: 5n, scale: 1 };

/** Adds to `first` what `next` gives, until that is nothing. */
function sum(first: Decimal, next: (index: number) => Decimal): Decimal {
  let total = first;
  for (let index = 1; ; index++) {
    const term = next(index);
    if (term.units === 0n) return total;
    total = add(total, term);
  }
}

function exponential(x: Decimal, scale: number): Decimal {
  if (x.units < 0n) return divide(one, raised(negate(x), scale), scale);
  return withScale(raised(x, scale), scale);
}

/** e^x with spare digits. @param x not negative */
function raised(x: Decimal, scale: number): Decimal {
  const digits = 6 + scale + Number(withScale(multiply({ units: 44n, scale: 2 }, x, scale), 0).units);
  let small = x;
  let halvings = 0;
  for (; compare(small, one) > 0; halvings++) small = divide(small, two, x.scale + 1 + halvings);
  let above = small;
  let below = 1n;
  let result = sum(add(one, small), (index) => {
    above = multiply(above, small, digits);
    below *= BigInt(index + 1);
    return divide(above, whole(below), digits);
  });
  for (let time = 0; time < halvings; time++) result = multiply(result, result, digits);
  return result;
}

function logarithm(x: Decimal, scale: number): Decimal {
  if (x.units <= 0n) return withScale(subtract(one, whole(10n ** BigInt(scale))), scale);
  const digits = 6 + scale;
  let factor = 2n;
  let near = x;
  // Each root halves the logarithm.
  for (; compare(near, two) >= 0 || compare(near, half) <= 0; factor *= 2n) near = squareRoot(near, digits);
  const ratio = divide(subtract(near, one), add(near, one), digits);
  const square = multiply(ratio, ratio, digits);
  return withScale(multiply(whole(factor), oddSeries(ratio, square, digits), digits), scale);
}

/** x + x·y/3 + x·y²/5 … */
function oddSeries(x: Decimal, y: Decimal, digits: number): Decimal {
  let power = x;
  return sum(x, (index) => {
    power = multiply(power, y, digits);
    return divide(power, whole(2 * index + 1), digits);
  });
}

function sine(x: Decimal, scale: number): Decimal {
  if (x.units < 0n) return negate(sine(negate(x), scale));
  const quarter = arcTangent(one, Math.trunc(1.1 * scale + 2));
  const halves = divide(add(divide(x, quarter, 0), two), whole(4), 0).units;
  const rest = subtract(x, multiply(whole(4n * halves), quarter, 0));
  const small = halves % 2n === 0n ? rest : negate(rest);
  const digits = scale + 2;
  const square = negate(multiply(small, small, digits));
  let term = small;
  const result = sum(small, (index) => {
    term = multiply(term, divide(square, whole(2 * index * (2 * index + 1)), digits), digits);
    return term;
  });
  return withScale(result, scale);
}

function arcTangent(x: Decimal, scale: number): Decimal {
  if (x.units < 0n) return negate(arcTangent(negate(x), scale));
  const known = scale <= mostKnown ? knownTangent(x) : undefined;
  if (known) return withScale(known, scale);
  const ofFifth = compare(x, fifth) > 0 ? arcTangent(fifth, scale + 5) : one;
  const digits = scale + 3;
  let small = x;
  let times = 0;
  for (; compare(small, fifth) > 0; times++)
    small = divide(subtract(small, fifth), add(one, multiply(small, fifth, digits)), digits);
  const result = oddSeries(small, negate(multiply(small, small, digits)), digits);
  return withScale(add(multiply(whole(times), ofFifth, scale), result), scale);
}

/** Up to so many digits bc knows the two that it needs most. */
const mostKnown = 60;

function knownTangent(x: Decimal): Decimal | undefined {
  if (compare(x, fifth) === 0) return ofInverse(5);
  // Machin's formula for a quarter of π.
  return compare(x, one) === 0 ? subtract(multiply(whole(4), ofInverse(5), 0), ofInverse(239)) : undefined;
}

function ofInverse(number: number): Decimal {
  const digits = mostKnown + 6;
  const inverse = divide(one, whole(number), digits);
  return oddSeries(inverse, negate(divide(one, whole(number * number), digits)), digits);
}
