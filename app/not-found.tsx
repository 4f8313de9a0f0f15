import Link from "next/link";
import { Logo } from "#components/ui/logo.tsx";

export default function NotFound() {
  return (
    <main className="message">
      <Logo size={40} />
      <h1>Nothing lies at this address</h1>
      <p>
        A repository opens at <code>/gh/owner/repository</code>, a sample at <code>/try/name</code>. The first page
        takes any other address or command.
      </p>
      <Link href="/">Go to the first page</Link>
    </main>
  );
}
