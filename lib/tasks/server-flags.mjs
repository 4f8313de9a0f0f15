/** The server's program in a build, relative to the project's folder, in which it is to be started. */
export const serverFile = ".next/server.mjs";

// V8 sizes its heap by the machine's memory, and on a large machine it keeps what is long unused; the first two flags make it collect
// earlier. The relay's caches and buffers are outside of this heap. By default V8 collects again after a few megabytes of growth, which
// threads reach often while they evaluate thousands of files: growing by a quarter takes less time.
export const serverFlags = ["--max-old-space-size=384", "--max-semi-space-size=1", "--heap-growing-percent=25"];

// glibc gives every thread a memory arena, up to eight per processor, and memory that passed through them stays there: some 45 MB after
// slow readers and many clones. Two arenas are as fast here. It also raises the size from which memory goes back to the system after large
// allocations, such as a repository's files for a report, unless that size is fixed: 20 MB less at the peak.
export const serverEnvironment = { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "131072" };
