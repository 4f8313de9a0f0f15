import { Pencil } from "lucide-react";
import { useMemo } from "react";
import { Button } from "#components/ui/button.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { useAsked } from "#components/workspace/asked-dialog.ts";
import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { profileById } from "#lib/harness/profiles.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { isBundled } from "#lib/stage/place.ts";

interface EditButtonProps {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly onEdit: () => void;
}

/** Starts editing a text file, or says why it is read-only. */
export function EditButton({ path, bytes, onEdit }: EditButtonProps) {
  const isReadOnly = useReadOnlyTab();
  const profileId = useWorkspace((state) => state.profileId);
  const reason = useMemo(() => readOnlyReason(profileById(profileId), path, bytes), [profileId, path, bytes]);
  useAsked("edit", () => {
    if (reason === undefined && !isReadOnly) onEdit();
  });
  if (reason) return <Tag>read only: {reason}</Tag>;
  return (
    <Button size="small" disabled={isReadOnly} onClick={onEdit}>
      <Pencil size={12} aria-hidden /> Edit file
    </Button>
  );
}

/** The largest file that can be edited, in bytes: every keystroke costs time in proportion to the file's size. */
const largest = 1024 * 1024;

/** Why a text file cannot be edited, in a few words; `undefined` if it can. */
export function readOnlyReason(profile: Profile, path: string, bytes: Uint8Array): string | undefined {
  if (isBundled(profile, path)) return "the harness rewrites it at every start";
  if (bytes.length > largest) return "over 1 MB";
  return isUtf8(bytes) ? undefined : "not UTF-8, so saving would change other bytes";
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch (caught) {
    if (caught instanceof TypeError) return false;
    throw caught;
  }
}
