import Link from "next/link";
import { Logo } from "#components/ui/logo.tsx";
import styles from "./not-found.module.css";

export default function NotFound() {
  return (
    <main className={styles.page}>
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
