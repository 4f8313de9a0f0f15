/**
 * Both directions of a change of a binary file, as git writes them (`git diff --binary`): each content whole, deflated,
 * in lines of at most 52 bytes that begin with their length.
 */
export async function binaryPatch(before: Uint8Array, now: Uint8Array): Promise<string> {
  return `GIT binary patch\n${await literal(now)}\n${await literal(before)}\n`;
}

async function literal(bytes: Uint8Array): Promise<string> {
  const deflated = new Blob([bytes as BlobPart]).stream().pipeThrough(new CompressionStream("deflate"));
  const packed = new Uint8Array(await new Response(deflated).arrayBuffer());
  let text = `literal ${bytes.length}\n`;
  for (let start = 0; start < packed.length; start += bytesInLine) {
    const line = packed.subarray(start, start + bytesInLine);
    text += `${lengthLetter(line.length)}${base85(line)}\n`;
  }
  return text;
}

const bytesInLine = 52;

/** `A` to `Z` for 1 to 26, `a` to `z` for 27 to 52. */
function lengthLetter(length: number): string {
  return String.fromCharCode(length <= 26 ? length + 64 : length + 70);
}

/** Git's own order of the 85 characters (`base85.c`), which differs from Ascii85's. */
const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";

/** Four bytes as five digits each, the last filled up with zeros. */
function base85(bytes: Uint8Array): string {
  let text = "";
  for (let start = 0; start < bytes.length; start += 4) {
    let value = 0;
    for (let at = start; at < start + 4; at++) value = value * 256 + (bytes[at] ?? 0);
    let group = "";
    for (let digit = 0; digit < 5; digit++) {
      group = digits[value % 85] + group;
      value = Math.floor(value / 85);
    }
    text += group;
  }
  return text;
}
