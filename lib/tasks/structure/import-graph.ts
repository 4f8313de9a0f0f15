/** Imports by name: each node's imported nodes. */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>;

/** Merges files into the rooms that `roomOf` gives; imports within a room are dropped. */
function roomGraph(graph: ImportGraph, roomOf: (path: string) => string): ImportGraph {
  const rooms = new Map<string, Set<string>>();
  for (const [path, targets] of graph) {
    const from = roomOf(path);
    const arrows = rooms.get(from) ?? new Set<string>();
    rooms.set(from, arrows);
    for (const target of targets) if (roomOf(target) !== from) arrows.add(roomOf(target));
  }
  return rooms;
}

/** The part of a graph among these nodes. */
export function within(graph: ImportGraph, isInside: (node: string) => boolean): ImportGraph {
  const nodes = [...graph].filter(([node]) => isInside(node));
  return new Map(nodes.map(([node, targets]) => [node, new Set([...targets].filter(isInside))]));
}

/** The rooms of a folder: its subfolders, at any depth, and each file at its root. */
export function roomsIn(graph: ImportGraph, place: string): ImportGraph {
  return roomGraph(
    within(graph, (path) => path.startsWith(`${place}/`)),
    (path) => (folderOf(path) === place ? path : folderOf(path)),
  );
}

export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

export function countArrows(graph: ImportGraph): number {
  return [...graph.values()].reduce((sum, targets) => sum + targets.size, 0);
}

/** Strongly connected groups by Tarjan's algorithm, those that import nobody first. A group of two or more is a cycle. */
function groupsOf(graph: ImportGraph): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const waiting = new Set<string>();
  const groups: string[][] = [];

  const visit = (node: string) => {
    index.set(node, index.size);
    low.set(node, index.size - 1);
    stack.push(node);
    waiting.add(node);
    for (const target of graph.get(node) ?? []) {
      if (!index.has(target)) visit(target);
      if (waiting.has(target)) low.set(node, Math.min(lowOf(node), lowOf(target)));
    }
    if (lowOf(node) !== index.get(node)) return;
    const group = stack.splice(stack.indexOf(node));
    for (const member of group) waiting.delete(member);
    groups.push(group);
  };
  const lowOf = (node: string) => low.get(node) ?? 0;
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return groups;
}

/** Groups of two or more nodes that reach each other. */
export function cyclesOf(graph: ImportGraph): string[][] {
  return groupsOf(graph).filter((group) => group.length > 1);
}

/** Number of levels of the graph: the longest path from top to bottom, where a cycle counts as one level. */
export function countLevels(graph: ImportGraph): number {
  const levels = new Map<string, number>();
  for (const group of groupsOf(graph)) {
    const below = group.flatMap((node) => [...(graph.get(node) ?? [])].map((target) => levels.get(target) ?? 0));
    for (const node of group) levels.set(node, 1 + Math.max(0, ...below));
  }
  return Math.max(0, ...levels.values());
}
