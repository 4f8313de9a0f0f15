import { isPinned } from "#lib/share/link.ts";
import { canBeFetched, isUnverified } from "#lib/state/mount.ts";
import type { WorkspaceState } from "#lib/state/state.ts";
import type { Action, ActionGroup } from "./action.ts";

const showSources: Action = {
  id: "sources",
  label: "Sources",
  detail: "add, update, order, remove",
  opensDialog: true,
  run: ({ ask }) => ask("sources"),
};

export const report: Action = {
  id: "report",
  label: "Report",
  detail: "what to know before installing",
  opensDialog: true,
  isPossible: ({ mounts }) => mounts.length > 0,
  run: ({ ask }) => ask("report"),
};

const cancelMount: Action = {
  id: "cancel-mount",
  label: "Cancel opening",
  isPossible: ({ activity, deliveries }) =>
    activity.kind === "cloning" || [...deliveries.values()].some(({ kind }) => kind === "coming"),
  run: ({ verbs }) => verbs.cancelMount(),
};

const retryMount: Action = {
  id: "retry-mount",
  label: "Try opening again",
  changes: true,
  isPossible: ({ activity }) => activity.kind === "failed",
  run: ({ verbs }) => void verbs.retryMount(),
};

const undoMount: Action = {
  id: "undo-mount",
  label: "Undo the last source change",
  changes: true,
  isPossible: ({ activity }) => activity.kind === "undoable",
  run: ({ verbs }) => void verbs.undoMount(),
};

const fetchMissing: Action = {
  id: "fetch-missing",
  label: "Fetch missing files",
  changes: true,
  isPossible: ({ missing, deliveries }) =>
    missing.length > 0 || [...deliveries.values()].some(({ kind }) => kind === "stopped"),
  run: ({ verbs }) => void verbs.fetchMissing(),
};

/** With more sources than this, the list has no line for each: nobody would look through them. */
const mostSources = 12;

/** Actions on the open sources. */
export const sourceActions: ActionGroup = (state) => [
  showSources,
  report,
  cancelMount,
  retryMount,
  undoMount,
  fetchMissing,
  ...state.mounts.slice(0, mostSources).flatMap((mount) => ofMount(state, mount)),
];

function ofMount({ live }: WorkspaceState, mount: WorkspaceState["mounts"][number]): readonly Action[] {
  const { id, label, source } = mount;
  return [
    ...(canBeFetched(mount) && !isPinned(source) && !isUnverified(mount)
      ? [
          {
            id: `update ${id}`,
            label: `Check ${label} for updates`,
            changes: true,
            // The conversation's panel shows its progress.
            run: ({ verbs, showPanel }) => {
              void verbs.checkForUpdate(id);
              showPanel("chat");
            },
          } satisfies Action,
        ]
      : []),
    ...(live.has(id)
      ? [
          {
            id: `read ${id}`,
            label: `Read the folder ${label} again`,
            changes: true,
            run: ({ verbs }) => void verbs.readAgain(id),
          } satisfies Action,
        ]
      : []),
  ];
}
