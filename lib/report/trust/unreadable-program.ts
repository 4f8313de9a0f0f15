import { capitalized } from "#lib/format-count.ts";
import type { TrustRule } from "./rule.ts";

/** First bytes of compiled programs. */
const magic: readonly (readonly [string, string])[] = [
  ["7f454c46", "a program for Linux"],
  ["4d5a", "a program for Windows"],
  ["feedface", "a program for macOS"],
  ["feedfacf", "a program for macOS"],
  ["cefaedfe", "a program for macOS"],
  ["cffaedfe", "a program for macOS"],
  ["cafebabe", "a program for macOS or Java"],
  ["0061736d", "WebAssembly"],
  ["6465780a", "a program for Android"],
];

const compiled = /\.(?:pyc|pyo|pyd|so|dll|dylib|exe|msi|scr|jar|class|apk|deb|rpm|pkg|dmg|node|wasm)$/i;
const archive = /\.(?:zip|tar|tgz|gz|bz2|xz|7z|rar|whl|egg|crx|xpi|vsix)$/i;
const harmless = /\.(?:md|txt|json|ya?ml|csv|png|jpe?g|gif|svg|pdf|html?|css|py|js|sh)$/i;

/** Compiled programs, which nobody can read before they run. */
export const unreadableProgram: TrustRule = {
  code: "unreadable-program",
  title: "A program that nobody can read",
  why: "You cannot see what it does. Its author should show the source it was built from.",
  level: "look",
  *find({ path, bytes, isText }) {
    const what = isText ? undefined : programIn(bytes);
    if (what !== undefined) {
      const says = harmless.test(path) ? `${what}, under the name of something else` : what;
      yield {
        line: 1,
        excerpt: path,
        says: capitalized(says),
        ...(harmless.test(path) && { level: "alarm" as const }),
      };
    } else if (!isText && compiled.test(path)) yield { line: 1, excerpt: path, says: "A compiled program or library" };
    else if (!isText && archive.test(path))
      yield { line: 1, excerpt: path, says: "An archive, not inspected", level: "note" };
  },
};

function programIn(bytes: Uint8Array): string | undefined {
  const head = Array.from(bytes.subarray(0, 4), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const known = magic.find(([begin]) => head.startsWith(begin));
  // Many files begin with these two letters: a program has its real header at the offset in byte 60.
  if (known?.[0] === "4d5a" && !isWindowsProgram(bytes)) return undefined;
  return known?.[1];
}

function isWindowsProgram(bytes: Uint8Array): boolean {
  const at = (bytes[60] ?? 0) | ((bytes[61] ?? 0) << 8);
  return bytes[at] === 0x50 && bytes[at + 1] === 0x45;
}
