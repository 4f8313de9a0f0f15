import { type HostedProgram, hostCalls } from "./javascript-calls.ts";
import { type JavaScriptEngine, openEngine } from "./javascript-engine.ts";
import { moduleSource, resolveModule } from "./javascript-modules.ts";
import type { JavaScriptImage } from "./javascript-parts.ts";

/** Where engines come from: each is new, and nothing has run in it. */
export interface Engines {
  /** The one that is ready, or another. */
  next(): Promise<Engine>;
  /** One beside the one that is ready. */
  another(): Promise<Engine>;
  /** Has the next one begin now, so that the program that gets it need not wait. */
  prepare(): Promise<Engine>;
}

export function engines(image: () => Promise<JavaScriptImage>): Engines {
  let spare: Promise<Engine> | undefined;

  async function another(): Promise<Engine> {
    return newEngine(await image());
  }

  return {
    another,
    next() {
      const begun = spare ?? another();
      spare = undefined;
      return begun;
    },
    prepare() {
      spare ??= another();
      return spare;
    },
  };
}

/** An engine that waits for its program, and is no other's afterwards. */
export interface Engine extends JavaScriptEngine {
  give(program: HostedProgram): void;
}

export async function newEngine(image: JavaScriptImage): Promise<Engine> {
  let given: HostedProgram | undefined;
  const program = () => {
    if (!given) throw new Error("Nothing runs in this engine yet.");
    return given;
  };
  const engine = await openEngine(
    image,
    (runtime, context) => {
      runtime.setModuleLoader(
        (name) => moduleSource(program().start.tree, name),
        (base, name) => resolveModule(program().start.tree, base, name),
      );
      hostCalls(context, program);
    },
    () => given?.end.code !== undefined,
  );
  return {
    ...engine,
    give(program) {
      given = program;
    },
  };
}
