import type { EmscriptenFS } from "#lib/run/sandbox/emscripten/emscripten-files.ts";
import { mountTree } from "#lib/run/sandbox/emscripten/tree-files.ts";
import type { Interpreter, Prepared, ProgramStart } from "#lib/run/sandbox/program.ts";
import type { UnpackedJq } from "./jq-parts.ts";

/** jq's own script: starts jq, given these replacements for the worker's globals. */
export type Glue = (scope: object) => (options: GlueOptions) => Promise<Jq>;

interface GlueOptions {
  readonly env: Readonly<Record<string, string>>;
  /** The next byte of stdin; `null` at its end. */
  stdin(): number | null;
  stdout(byte: number | null): void;
  stderr(byte: number | null): void;
  instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void): object;
}

/** jq, ready to run once. */
interface Jq {
  readonly FS: EmscriptenFS & { chdir(path: string): void };
  /** Runs `jq` with these arguments. @returns its exit code */
  callMain(args: string[]): number;
}

/**
 * Runs jq itself with its whole command line: each program gets a memory of its own, at most 256 MB, and reads the run's tree.
 * @param importText returns the default export of a module, given its text
 */
export function jq(parts: () => Promise<UnpackedJq>, importText: (text: string) => Promise<unknown>): Prepared {
  let image: Promise<{ readonly glue: Glue; readonly wasm: WebAssembly.Module }> | undefined;
  const made = () => {
    image ??= parts().then(async ({ script, wasm }) => ({ glue: (await importText(script)) as Glue, wasm }));
    return image;
  };
  const run: Interpreter = async (start) => {
    const { glue, wasm } = await made();
    return runProgram(start, (options) =>
      glue(scope)({
        ...options,
        instantiateWasm(imports, done) {
          WebAssembly.instantiate(wasm, imports).then(done);
          return {};
        },
      }),
    );
  };
  return Object.assign(run, { prepare: () => void made().catch(ignore) });
}

/** Preparing reports no error; the program does. */
const ignore = () => undefined;

/** What jq's script sees of the worker: it believes to be in a page, and gets nothing but what it computes with. */
const scope = { TextDecoder, TextEncoder, crypto };

type Start = (options: Omit<GlueOptions, "instantiateWasm">) => Promise<Jq>;

async function runProgram({ args, cwd, env, stdin, tree, write }: ProgramStart, begin: Start): Promise<number> {
  const errors = byteSink((bytes) => write("err", bytes), lineEnd);
  const out = byteSink((bytes) => write("out", bytes));
  let at = 0;
  let input: Uint8Array | undefined;
  const jq = await begin({
    env,
    stdin() {
      input ??= stdin();
      return input[at++] ?? null;
    },
    stdout: out.add,
    stderr: errors.add,
  });
  mountTree({ FS: jq.FS, codes, kept: ["dev"] }, tree);
  jq.FS.chdir(tree.exists(cwd) ? cwd : "/");
  try {
    return jq.callMain([...args]) & 255;
  } catch (caught) {
    // It says itself why it gives up; the stack has no more room without a word.
    if (!(caught instanceof WebAssembly.RuntimeError)) write("err", `jq: error: ${String(caught)}\n`);
    return 134;
  } finally {
    errors.flush();
    out.flush();
  }
}

/** Size of C's buffer for output to a pipe: what is printed waits in it, while each line of errors is written at once. */
const chunk = 4096;
const lineEnd = 10;

/** Collects single bytes, and passes them on when there are enough, or with the byte `last`. */
function byteSink(pass: (bytes: Uint8Array) => void, last?: number) {
  const bytes = new Uint8Array(chunk);
  let length = 0;

  function flush(): void {
    if (length > 0) pass(bytes.slice(0, length));
    length = 0;
  }

  return {
    flush,
    add(byte: number | null): void {
      if (byte === null) return;
      bytes[length++] = byte;
      if (length === chunk || byte === last) flush();
    },
  };
}

/** The numbers of errors in Emscripten's C library, which are WASI's. */
const codes = {
  ...{ EACCES: 2, EEXIST: 20, EFBIG: 22, EINVAL: 28, EIO: 29, EISDIR: 31, ELOOP: 32, ENAMETOOLONG: 37, ENOENT: 44 },
  ...{ ENOMEM: 48, ENOSPC: 51, ENOTDIR: 54, ENOTEMPTY: 55, EPERM: 63, EROFS: 69, EXDEV: 75 },
};
