/** The server's program in a build, from the project's folder, in which it is to be started. */
export const serverFile = ".next/server.mjs";

// V8 sizes its heap by the machine's memory, and on a large machine it keeps what is long unused: with the first two it looks
// earlier. What the relay keeps and passes on lies outside of this heap. Left to itself it looks for garbage again when there is a few
// megabytes more than it found in use, which is often for what threads make of thousands of files: a quarter more takes less time.
export const serverFlags = ["--max-old-space-size=384", "--max-semi-space-size=1", "--heap-growing-percent=25"];

// glibc gives every thread a store of memory of its own, up to eight a processor, and what passes through them stays there:
// some 45 MB after slow readers and clones at once. Two serve as fast here. It also learns to keep the room of large pieces, such as the files
// of a repository of which a report was made, unless it is told from which size on room goes back to the system: 20 MB less at most.
export const serverEnvironment = { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "131072" };
