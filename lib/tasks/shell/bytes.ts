/**
 * Changes of the shell's code (`shell-changes.ts`) in how bytes become text. It reads bytes that are no UTF-8 as Latin-1 and writes them as
 * UTF-8, so a file in another encoding does not come through a loop or `sort`; and its `read` and `mapfile` take each byte for a character.
 */

/** Matches where the shell reads bytes as text, and makes bytes of text again. */
const convertsBytes =
  /(try\{return )\w+\.decode(\(\w+\)\}catch\{return \w+\}\}function \w+\(\w+,\w+=\w+\)\{if\(!\w+\)return \w+;\w+\(\w+\(\w+\),\w+,"UTF-8 encode"\);let \w+=)\w+\.encode(?=\()/;

/** Matches where it makes text of bytes that are given by number, as in `$'\xff'`, and of one such in octal. */
const readsNumbers =
  /function (\w+)\((\w+)\)\{(?=let (\w+)="",(\w+)=0;for\(;\4<\2\.length;\)\{let (\w+)=\2\[\4\];if\(\5<128\))/g;
const readsOctal = /let (\w+)=parseInt\((\w+),8\);(\w+)\+=String\.fromCharCode\(\1\),/;

/** Matches in `mapfile`: where a line is kept. */
const keepsLine =
  /(\w+)=>\{if\(\w+\(\1\)>(\w+)\.limits\.maxStringLength\)throw new \w+\(`mapfile: (?:(?!;).)*;(?=\w+\.push\(\1\))/s;

/** Matches in `read`: what ends a line. */
const endsLine = /(let \w+=(\w+)===""\?"\\0":)\2(?=,\w+="",)/;

/** Matches in `read`: where its input is chosen, how many characters it takes, where it leaves the rest, and where it has its line. */
const choosesInput =
  /(\w+)=\w+\.content\}else!\1&&(\w+)\.state\.groupStdin!==void 0&&\(\1=\2\.state\.groupStdin\);(?=let )/;
const takesAll = /if\((\w+)>=0\)\{let (\w+)=Math\.min\(\1,\w+\.length\);/;
const takesSome = /else if\((\w+)>=0\)\{let \w+=0,\w+=0,\w+=!1;for\(/;
const leavesRest =
  /(\w+)=>\{(?=(\w+)\?(\w+)\((\w+),\w+,\1\):(\w+)>=0\?\3\(\4,\5,\1\):\4\.state\.groupStdin!==void 0&&!\w+&&\()(.{0,90}?\.groupStdin=)(\w+)(?=\.substring\(\1\))/s;
const hasLine = /(?=(\w+)===`\n`&&(\w+)\.endsWith\(`\n`\)&&\(\2=\2\.slice\(0,-1\)\))/;

/** Matches where output is counted, of which a part has been counted before, perhaps as more bytes than there are characters. */
const countsOutput =
  /\(!Number\.isSafeInteger\((\w+)\)\|\|\1<0\|\|\1>(\w+)\)&&(this\.fail\(new \w+\(`\$\{\w+\}: invalid \$\{\w+\} accounting`,"output_size"\)\);let \w+=\2-)\1/;

/** Matches where output goes to the other place of the two (`>&2`), of which stdout may be bytes and stderr is text. */
const movesOutput =
  /(\w+=\w+=>(\w+),\w+=\{kind:"live-stdout"\}.{0,2300}?let (\w+)=\w+\+)(\w+)(;\3!==""&&.{0,200}?for\(let\[(\w+),\w+,(\w+)\]of\[\[.{0,80}?case"live-stdout":\w+\+=)\6(;break;case"live-stderr":\w+\+=)\6;/s;

export const bytePlaces = [
  movesOutput,
  countsOutput,
  ...[convertsBytes, readsNumbers, readsOctal, keepsLine],
  ...[endsLine, choosesInput, takesAll, takesSome, leavesRest, hasLine],
];

/** Bytes in the shell's form, one character each, as text. Anything else is text already. */
export const readText = String.raw`const bytesAsText=(text)=>Array.from(escapedBytes(text),(byte)=>String.fromCharCode(byte)).join("");
const readText=(text)=>/^[\0-\x7f]*$/.test(text)||/[^\0-\xff]/.test(text)?text:escapedText(Uint8Array.from(text,(sign)=>sign.charCodeAt(0)));
`;

/** The code with these changes. It needs `readText`, `bytesAsText`, `escapedBytes` and `escapedText`. */
export function changedBytes(code: string): string {
  const [, all] = takesAll.exec(code) ?? [];
  const [, some] = takesSome.exec(code) ?? [];
  const [, , isOther, , , source] = leavesRest.exec(code) ?? [];
  // What another file descriptor holds is text. Of the rest, a line is made text once it is found, and a number of characters is counted in
  // text: the whole of a long input would be converted for each of its lines.
  const chosen = `const input=$1,wanted=Math.max(${all},${some}),isText=${isOther}||${source}>=0;if(wanted>=0&&!isText)$1=readText($1.slice(0,8*wanted+8));`;
  return (
    code
      // Like bash, it takes a byte, not a character.
      .replace(endsLine, "$1String.fromCharCode(escapedBytes($2)[0])")
      .replace(
        movesOutput,
        '$1($2==="binary"?bytesAsText($4):$4)$5!$7&&$2==="binary"?bytesAsText($6):$6$8$7&&$2==="binary"?readText($6):$6;',
      )
      .replace(countsOutput, "(!Number.isSafeInteger($1)||$1<0)&&$3Math.min($1,$2)")
      .replace(convertsBytes, "$1escapedText$2escapedBytes")
      .replace(readsNumbers, "function $1($2){return escapedText(Uint8Array.from($2));")
      .replace(
        readsOctal,
        "let $1=parseInt($2,8)&255;$3+=$1<128?String.fromCharCode($1):escapedText(Uint8Array.of($1)),",
      )
      .replace(keepsLine, "$&$1=readText($1);")
      .replace(choosesInput, `$&${chosen}`)
      .replace(leavesRest, "$1=>{if($7!==input)$1=escapedBytes($7.substring(0,$1)).length;$6input")
      .replace(hasLine, "if(wanted<0&&!isText)$2=readText($2);")
  );
}
