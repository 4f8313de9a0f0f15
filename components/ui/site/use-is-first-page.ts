import { useState, useSyncExternalStore } from "react";

/** Whether the page came from the server just now; else another page has led to it without a reload. */
export function useIsFirstPage(): boolean {
  return useState(useSyncExternalStore(nothing, no, yes))[0];
}

const nothing = () => () => undefined;
/** React asks for the second while it takes over what came from the server. */
const no = () => false;
const yes = () => true;
