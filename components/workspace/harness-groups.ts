import { isUndocumented } from "#lib/harness/vocabulary/undocumented.ts";

/** Harnesses to choose from, under a heading. */
export interface HarnessGroup<Harness> {
  readonly label: "In this repository" | "Recent" | "Others" | "Only their folders are documented";
  readonly harnesses: readonly Harness[];
}

/**
 * Harnesses as a person looks for them: those whose folders the repository holds, then those last chosen here, then the
 * rest, each once, and at last those of which no document says what they tell. A group that is empty is left out.
 * @param held ids, in order; one that is no harness's is left out
 * @param recent ids, the last one chosen first
 */
export function harnessGroups<Harness extends Parameters<typeof isUndocumented>[0] & { readonly id: string }>(
  harnesses: readonly Harness[],
  held: readonly string[],
  recent: readonly string[],
): HarnessGroup<Harness>[] {
  const byIds = (ids: Iterable<string>) => [...ids].flatMap((id) => harnesses.find((each) => each.id === id) ?? []);
  const inRepository = byIds(new Set(held));
  const lately = byIds(new Set(recent)).filter((each) => !inRepository.includes(each));
  const rest = harnesses.filter((each) => !inRepository.includes(each) && !lately.includes(each));
  const groups: HarnessGroup<Harness>[] = [
    { label: "In this repository", harnesses: inRepository },
    { label: "Recent", harnesses: lately },
    { label: "Others", harnesses: rest.filter((each) => !isUndocumented(each, "catalog")) },
    { label: "Only their folders are documented", harnesses: rest.filter((each) => isUndocumented(each, "catalog")) },
  ];
  return groups.filter((group) => group.harnesses.length > 0);
}
