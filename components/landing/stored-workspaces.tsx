"use client";

import { fetchedPart } from "#components/ui/fetched-part.tsx";

const fetchList = async () => (await import("./workspace-list.tsx")).WorkspaceList;

/** Fetched separately from the page: until the browser's storage has been read there is nothing to list. */
export const StoredWorkspaces = fetchedPart(fetchList);

// A failed fetch is repeated where the list is drawn.
if (typeof window !== "undefined") void fetchList().catch(() => undefined);
