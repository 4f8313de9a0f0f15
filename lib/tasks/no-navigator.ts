/**
 * As in a run's worker, which has lost it (`closed-doors.ts`): an engine of JavaScript notes its language, and what stands where in a memory that is to
 * begin others depends on all that was noted before.
 */
Reflect.deleteProperty(globalThis, "navigator");

export {};
