// V8 sizes its heap by the machine's memory, and on a large machine it keeps what is long unused: with these two it looks
// earlier. What the relay keeps and passes on lies outside of this heap.
export const serverFlags = ["--max-old-space-size=384", "--max-semi-space-size=2"];

// glibc gives every thread a store of memory of its own, up to eight a processor, and what passes through them stays there:
// some 45 MB after slow readers and clones at once. Two serve as fast here.
export const serverEnvironment = { MALLOC_ARENA_MAX: "2" };
