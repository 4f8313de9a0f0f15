import { VisibleName } from "./visible/visible-text.tsx";

/** The paths of a source's files, which begin with `/`. */
export function PathList({ paths, className }: { readonly paths: readonly string[]; readonly className?: string }) {
  return (
    <ul role="list" className={className}>
      {paths.map((path) => (
        <li key={path}>
          <VisibleName as="code" text={path.slice(1)} />
        </li>
      ))}
    </ul>
  );
}
