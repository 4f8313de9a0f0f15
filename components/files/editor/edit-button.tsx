import { Pencil } from "lucide-react";
import { useMemo } from "react";
import { Button } from "#components/ui/button.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { useFollows } from "#components/workspace/use-follows.ts";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { profileById } from "#lib/harness/profiles.ts";
import { readOnlyReason } from "./read-only-reason.ts";

interface EditButtonProps {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly onEdit: () => void;
}

/** Begins to edit a text file, or says why it can only be read. */
export function EditButton({ path, bytes, onEdit }: EditButtonProps) {
  const follows = useFollows();
  const profileId = useWorkspace((state) => state.profileId);
  const reason = useMemo(() => readOnlyReason(profileById(profileId), path, bytes), [profileId, path, bytes]);
  if (reason) return <Tag>read only: {reason}</Tag>;
  return (
    <Button size="small" disabled={follows} onClick={onEdit}>
      <Pencil size={12} aria-hidden /> Edit file
    </Button>
  );
}
