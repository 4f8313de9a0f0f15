import type { Metadata } from "next";
import { ServedFolder } from "#components/mounts/served/served-folder.tsx";

export const metadata: Metadata = { title: "Opening a folder", robots: { index: false } };
export default ServedFolder;
