import type { Metadata } from "next";
import Link from "next/link";
import { Logo } from "#components/ui/site/logo.tsx";

export const metadata: Metadata = { title: "Page not found" };

export default function NotFound() {
  return (
    <main className="message">
      <Logo size={40} />
      <h1>Page not found</h1>
      <p>
        A repository opens at <code>/gh/owner/repository</code>, a sample at <code>/try/name</code>. Paste any other
        address or command on the home page.
      </p>
      <Link href="/">Go to the home page</Link>
    </main>
  );
}
