import { Buffer } from "buffer";
import { nativeError, nodeError } from "./arguments/argument-errors.ts";
import { kinds } from "./arguments/kinds.ts";
import { bytesOf } from "./fs/open-files.ts";
import { call } from "./native.ts";

type Options = Readonly<Record<string, number | undefined>>;

/** The cost of a key by the two names that each part of it has. */
const names = { N: "cost", r: "blockSize", p: "parallelization" } as const;
const usual = { N: 16_384, r: 8, p: 1 } as const;
const mostMemory = 32 * 1024 * 1024;

/** RFC 7914: a key that costs memory. @throws what Node does for a cost that is none */
export function scryptSync(password: unknown, salt: unknown, length: number, options: Options = {}): Buffer {
  const [N, r, p] = (["N", "r", "p"] as const).map((name) => costOf(name, options)) as [number, number, number];
  const { maxmem = mostMemory } = options;
  const isTooMuch = 128 * N * r > maxmem;
  if (N < 2 || (N & (N - 1)) !== 0 || isTooMuch) {
    const why = isTooMuch ? ": error:030000AC:digital envelope routines::memory limit exceeded" : "";
    throw nativeError(RangeError, "ERR_CRYPTO_INVALID_SCRYPT_PARAMS", `Invalid scrypt params${why}`);
  }
  const [secret, grain] = [password, salt].map((each) => Buffer.from(bytesOf(each)).toString("latin1"));
  return Buffer.from(
    call<string>("scrypt", secret, grain, { N, r, p, dkLen: length, maxmem: maxmem + 1024 * r * p }),
    "latin1",
  );
}

/** Zero is what is usual. */
function costOf(name: keyof typeof names, options: Options): number {
  const [short, long] = [options[name], options[names[name]]];
  for (const [value, told] of [
    [short, name],
    [long, names[name]],
  ] as const)
    if (value !== undefined) kinds.unsigned?.(value, told);
  if (short !== undefined && long !== undefined)
    throw nodeError(
      TypeError,
      "ERR_INCOMPATIBLE_OPTION_PAIR",
      `Option "${name}" cannot be used in combination with option "${names[name]}"`,
    );
  return (short ?? long) || usual[name];
}
