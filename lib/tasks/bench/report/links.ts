import { formatFragment } from "#lib/share/payload/fragment.ts";
import { encodeChanges } from "#lib/share/payload/linked-changes.ts";
import { snapshotMode } from "#lib/vfs/snapshot.ts";
import type { Figure } from "../figures.ts";

/** Twelve words with little repetition (a linear congruential generator). */
function line(seed: number): string {
  let state = seed + 1;
  return Array.from({ length: 12 }, () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state.toString(36);
  }).join(" ");
}

/** Three hundred distinct lines. */
const linesOf = (file: number) => Array.from({ length: 300 }, (_, at) => line(file * 1000 + at));

/** The size of a link with ten edited skills: in each, one line changed, three removed and two added. */
export async function measureLinks(): Promise<readonly Figure[]> {
  const encoder = new TextEncoder();
  const version = (lines: readonly string[]) => ({ mode: snapshotMode.file, bytes: encoder.encode(lines.join("\n")) });
  const changes = Array.from({ length: 10 }, (_, file) => {
    const before = linesOf(file);
    const now = before
      .with(5, line(file + 50_000))
      .toSpliced(100, 3)
      .toSpliced(200, 0, line(file + 60_000), line(file + 70_000));
    return { path: `skills/skill-${file}/SKILL.md`, before: version(before), now: version(now) };
  });
  const fragment = await formatFragment(encodeChanges(changes, []));
  const kilobytes = (fragment?.length ?? Number.NaN) / 1024;
  return [{ name: "link with ten edits", unit: "KB", samples: [kilobytes], reference: { name: "aim", samples: [8] } }];
}
