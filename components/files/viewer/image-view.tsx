import { useEffect, useState } from "react";
import { basename } from "#lib/vfs/paths.ts";
import styles from "./file-viewer.module.css";

/** A picture out of the workspace's own bytes; nothing is fetched. */
export function ImageView({ path, bytes, type }: { path: string; bytes: Uint8Array; type: string }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    // A copy: the bytes may be a view into a snapshot that is shared with a worker.
    const made = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes, type]);
  return (
    <div className={styles.picture}>
      {/* biome-ignore lint/performance/noImgElement: a blob of this page cannot be optimised by a server */}
      {address && <img src={address} alt={basename(path)} />}
    </div>
  );
}
