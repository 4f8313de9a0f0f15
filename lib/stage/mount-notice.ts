import type { CloneWarning } from "#lib/git/clone/clone-protocol.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";

/** A warning of the reader as a finding. The path in it starts at the mount's root. */
export function mountNotice(warning: CloneWarning): Notice {
  switch (warning.kind) {
    case "twins":
      return {
        code: "twins",
        severity: "warning",
        path: `/${warning.paths[0]}`,
        data: { twin: warning.paths[1] },
      };
    case "hidden-characters":
      return { code: "hidden-characters", severity: "warning", path: `/${warning.path}` };
    case "file-left-out": {
      const { path, size, limit } = warning;
      return { code: "file-left-out", severity: "warning", path: `/${path}`, data: { size, limit } };
    }
    case "submodule":
      return { code: "submodule", severity: "info", path: `/${warning.path}` };
    case "large-file-pointer":
      return { code: "large-file-pointer", severity: "info", path: `/${warning.path}` };
  }
}
