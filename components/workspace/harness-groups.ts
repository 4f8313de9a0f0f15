import { isUndocumented } from "#lib/harness/vocabulary/undocumented.ts";

/** Harnesses to choose from, under a heading. */
export interface HarnessGroup<Harness> {
  readonly label: "In this repository" | "Recent" | "Others" | "Only their folders are documented";
  readonly harnesses: readonly Harness[];
}

/**
 * Groups harnesses as a person looks for them: first those whose folders the repository contains, then those chosen here recently, then the
 * rest, and last those without documentation on what they tell the model. Each harness is listed once, and empty groups are left out.
 * @param held ids, in order; unknown ids are left out
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
