"use client";

import Link from "next/link";
import { type ComponentProps, useRef } from "react";
import { prepareLab } from "#components/workbench/fetch-lab.ts";
import { formatLink } from "#lib/share/link.ts";
import type { GitSource } from "#lib/vfs/source.ts";

interface RepositoryLinkProps {
  readonly source: GitSource;
  readonly className?: string | undefined;
  readonly children: string;
}

/** How long a pointer rests on a link before it counts, in milliseconds: one that only crosses it leaves sooner. */
const rest = 100;

/**
 * A link that opens a public repository in the lab. When a pointer rests on it or it gets the focus, the repository's skills are requested;
 * when it is followed, the clone starts while the lab's page loads.
 */
export function RepositoryLink({ source, className, children }: RepositoryLinkProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lookAhead = () => {
    timer.current = setTimeout(() => {
      prepareLab();
      void clone(source, false);
    }, rest);
  };
  const leave = () => clearTimeout(timer.current);
  const onClick: ComponentProps<"a">["onClick"] = ({ metaKey, ctrlKey, shiftKey }) => {
    leave();
    // A click that opens a new tab leaves the cloning to that tab.
    if (!(metaKey || ctrlKey || shiftKey)) void clone(source, true);
  };
  return (
    <Link
      href={formatLink({ source })}
      prefetch={false}
      className={className}
      onPointerEnter={lookAhead}
      onPointerLeave={leave}
      onFocus={lookAhead}
      onBlur={leave}
      onClick={onClick}
    >
      {children}
    </Link>
  );
}

async function clone(source: GitSource, isOpened: boolean): Promise<void> {
  // Looking ahead may fail, as without a network: the lab asks again and tells.
  const code = await import("#lib/git/clone/clone.ts").catch(() => undefined);
  code?.prefetchClone(source, isOpened);
}
