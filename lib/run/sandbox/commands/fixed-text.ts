/** A positive number with so many digits behind its point; halves go to the even digit, as in C, where JavaScript rounds them up. */
export function fixed(size: number, precision: number): string {
  if (size >= 1e21) return BigInt(size).toString() + (precision > 0 ? `.${"0".repeat(precision)}` : "");
  const places = Math.min(100, precision);
  const text = size.toFixed(places);
  // Of halves, all that follows is exact.
  const longer = size.toFixed(Math.min(100, places + 30));
  const end = longer.indexOf(".") + 1 + places;
  const cut = longer.slice(0, end).replace(/\.$/, "");
  const isEven = /^50*$/.test(longer.slice(end)) && /[02468]$/.test(cut);
  return (isEven ? cut : text) + "0".repeat(precision - places);
}

/** As `fixed`, for a number as a script writes it: bash holds it with 64 binary digits, more than JavaScript has. */
export function fixedAsWritten(text: string, precision: number): string {
  const [, whole = "", part = ""] = /^(\d*)\.?(\d*)$/.exec(text) ?? [];
  const [above, below] = [BigInt(whole + part || "0"), 10n ** BigInt(part.length)];
  const bits = (value: bigint) => value.toString(2).length;
  const shift = BigInt(Math.max(0, 64 - bits(above) + bits(below)));
  const held = quotient(above << shift, below);
  const spare = BigInt(Math.max(0, bits(held) - 64));
  const mantissa = quotient(held, 1n << spare) << spare;
  const digits = quotient(mantissa * 10n ** BigInt(precision), 1n << shift)
    .toString()
    .padStart(precision + 1, "0");
  return precision === 0 ? digits : `${digits.slice(0, -precision)}.${digits.slice(-precision)}`;
}

/** Rounded, halves to the even number. */
function quotient(above: bigint, below: bigint): bigint {
  const [whole, rest] = [above / below, (above % below) * 2n];
  return rest > below || (rest === below && whole % 2n === 1n) ? whole + 1n : whole;
}
