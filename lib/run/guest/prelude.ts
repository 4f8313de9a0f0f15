import "./first.ts";
import "./globals.ts";
import { Buffer } from "buffer";
import { AbortController, AbortSignal } from "./abort.ts";
import { nodeError } from "./arguments/argument-errors.ts";
import { checkArguments } from "./arguments/checked.ts";
import { timerChecks } from "./arguments/checks.ts";
import { begin } from "./begin.ts";
import { installBuffers } from "./buffers.ts";
import { structuredClone } from "./clone/structured-clone.ts";
import { console } from "./console/console.ts";
import { DOMException } from "./errors/dom-exception.ts";
import { runSoon, tellScope, throwFailed, uncaughtText } from "./errors/failed.ts";
import { CustomEvent, Event, EventTarget } from "./events.ts";
import { Blob, File } from "./files.ts";
import {
  absent,
  builtin,
  check,
  load,
  nameModules,
  performance,
  printValue,
  runMain,
  tell,
  timerFunctions,
} from "./modules.ts";
import { endUnsettled, handleUncaught, runExit, runFailed } from "./process.ts";
import { installGenerators, installIterators, installPromises } from "./promises.ts";
import { nextTimer, runTicks, runTimers } from "./timers.ts";
import * as web from "./web.ts";

/**
 * Node's environment for scripts in QuickJS: bundled separately (`lib/tasks/run-page.ts`), and evaluated when the build makes the memory
 * that programs start from. It consists only of the sandbox's calls (`native.ts`), so a script that changes any of it affects nothing but
 * itself.
 */
const host = {
  absent,
  begin,
  builtin,
  load,
  runMain,
  check,
  runExit,
  runFailed,
  nextTimer,
  runTicks,
  runTimers,
  throwFailed,
  handleUncaught,
  tellScope,
  uncaughtText,
  tell,
  nodeError,
  nameModules,
  endUnsettled,
  printValue,
};

installPromises();
installIterators();
installGenerators();
installBuffers();
const jobs = { queueMicrotask: runSoon };
checkArguments(jobs, timerChecks);
Object.assign(globalThis, {
  __host: host,
  AbortController,
  AbortSignal,
  Blob,
  File,
  Buffer,
  CustomEvent,
  DOMException,
  Event,
  EventTarget,
  console,
  atob: web.atob,
  btoa: web.btoa,
  crypto: web.crypto,
  fetch: web.fetch,
  structuredClone,
  performance,
  ...jobs,
  ...timerFunctions,
});
