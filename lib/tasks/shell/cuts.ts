/**
 * Changes of the shell's code (`shell-changes.ts`) in `${x:1:-2}` that ends before it begins: a fault, for which the library takes nothing
 * where a text or all arguments are cut, and says it of a list's name instead of the length. And in `${map[@]:1:2}`, which it refuses: bash
 * counts a map's elements from 1, and takes at least one.
 */

/** Matches where a part's length is calculated, where that leads to before its beginning (of arguments, of a text), and what is said of a list. */
const cutsShort =
  /\w+=(?<of>\w+)\.length\?await \w+\(\w+,\k<of>\.length\.expression|(?<=\w=)(?<length>\w+)<0\?\w+\.length\+\k<length>(?=:\w+\+\k<length>[,;])|(?<begun>\{let (?<end>\w+)=(?<text>\w+)\.length\+\w+;)(?=return \k<text>\.slice\((?<from>\w+),Math\.max\(\k<from>,\k<end>\)\)\.join\(""\)\})|throw new \w+\(`[^`]*: substring expression < 0`\)/g;

/** Matches the class of such faults. */
const fault = /throw new (\w+)\(`[^`]*: substring expression < 0`\)/;

/** Matches where a map is refused of which elements are taken, by their places. */
const refusesMap =
  /if\((?<context>\w+)(?<has>\.state\.associativeArrays\?\.has\()(?<name>\w+)\)\)throw new \w+\(1,"",`[^`]*: 0: 3\}: bad substitution\n`\);(?<before>let .{0,120}?=)(?<elements>\w+\(\k<context>,\k<name>\))(?<more>.{0,700}?\.slice\((?<from>\w+),\k<from>\+)(?<count>\w+)\)/gs;

/** Matches where elements are taken of a list that another variable names (`${!name:1:2}`), which finds none of a map. */
const cutsNamed =
  /(?<head>async function \w+\((?<context>\w+),(?<elements>\w+),(?<name>\w+),\w+,(?<of>\w+)\)\{)(?<more>let \w+=\k<of>\.offset\?.{0,700}?\.slice\((?<from>\w+),\k<from>\+)(?<count>\w+)\)/s;

export const cutPlaces = [cutsShort, fault, refusesMap, cutsNamed];

/** The code with these changes. */
export function changedCuts(code: string): string {
  let operation = "";
  const atLeastOne = "$<more>(isMap?$<count>||1:$<count>))";
  const withMaps = code
    .replaceAll(
      refusesMap,
      `const isMap=$<context>$<has>$<name>);$<before>(isMap?counted($<elements>):$<elements>)${atLeastOne}`,
    )
    .replace(
      cutsNamed,
      `$<head>const isMap=$<context>.state.associativeArrays?.has($<name>);if(isMap)$<elements>=counted($<elements>);${atLeastOne}`,
    );
  const changed = withMaps.replaceAll(cutsShort, (whole, ...found) => {
    const { of, length, begun, end, text, from } = found.at(-1) as Readonly<Record<string, string | undefined>>;
    operation = of ?? operation;
    const fails = `cutShort(${operation})`;
    if (of !== undefined) return whole;
    if (length !== undefined) return `${length}<0?${fails}`;
    if (begun === undefined) return fails;
    // Of what is not set there is nothing to cut.
    const isSet = `(${text}.length>0||arguments[0].state.env.has(arguments[1]))`;
    return `${begun}if(${end}<${from}&&${from}<=${text}.length&&${isSet})${fails};`;
  });
  return `const counted=(elements)=>elements.map(([,value],at)=>[at+1,value]);const cutShort=({length})=>{throw new ${fault.exec(code)?.[1]}(length.expression.text+": substring expression < 0")};${changed}`;
}
