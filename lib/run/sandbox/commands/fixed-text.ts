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
