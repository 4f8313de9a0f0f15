import type { Metadata } from "next";
import { LibraryPage } from "#components/reference/library-page.tsx";

export const metadata: Metadata = {
  title: "The engine as a library",
  description: "What agent harnesses make of skills, asked by a program: every function and type, with examples.",
};
export default LibraryPage;
