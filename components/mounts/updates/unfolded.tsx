import { type ReactNode, useState } from "react";

interface UnfoldedProps {
  readonly summary: ReactNode;
  readonly className?: string | undefined;
  /** Drawn only while it is open: there may be hundreds. */
  readonly children: () => ReactNode;
}

/** A part that is closed at first. */
export function Unfolded({ summary, className, children }: UnfoldedProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={className}>{summary}</summary>
      {isOpen && children()}
    </details>
  );
}
