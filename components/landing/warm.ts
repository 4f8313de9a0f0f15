let isWarm = false;

/**
 * Fetches the lab's code, once, when a person turns to the box: opening then takes half the time, and
 * whoever only reads the page fetches nothing.
 */
export function warm(): void {
  if (isWarm) return;
  isWarm = true;
  void import("#components/workbench/workbench.tsx");
  void import("#lib/workspace/warm-lab.ts").then(({ warmLab }) => warmLab());
}
