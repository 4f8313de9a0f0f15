import type { GitFile } from "#test/servers/git-repository.ts";

/** Random integers from 0 up to, but not including, `below`; the same for the same seed (mulberry32). */
export function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** A repository's files of every kind: similar ones that become deltas, equal, empty and binary ones, executables and links. */
export function randomFiles(seed: number, count: number): Record<string, GitFile> {
  const random = randomOf(seed);
  const files: Record<string, GitFile> = { "README.md": `# ${seed}\n` };
  const lines = Array.from({ length: 300 }, (_, i) => `line ${i} of ${random(1e9)}\n`);
  const kinds: readonly ((index: number) => GitFile)[] = [
    (index) => `---\nname: s${index}\n---\n${lines.slice(random(100)).join("")}`,
    (index) => lines.with(random(300), `changed by ${index}\n`).join(""),
    () => "the same\n",
    () => "",
    () => Uint8Array.from({ length: random(5000) }, () => random(256)),
    () => ({ executable: "#!/bin/sh\n" }),
    (index) => ({ link: `../s${index}/SKILL.md` }),
  ];
  for (let index = 0; index < count; index++) {
    const folder = `skills/${["a", "b/c", "ü"][random(3)]}/s${index}`;
    files[`${folder}/SKILL.md`] = `---\nname: s${index}\ndescription: ${random(1e6)}\n---\n`;
    for (let more = random(4); more > 0; more--) {
      files[`${folder}/f${more}`] = (kinds[random(kinds.length)] as (index: number) => GitFile)(index);
    }
  }
  return files;
}
