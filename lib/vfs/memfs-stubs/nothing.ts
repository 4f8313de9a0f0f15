/** Stands for parts of memfs that a volume never calls: printing a tree, its own snapshots. */
export {};
