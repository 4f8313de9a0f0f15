import { Component, type ReactNode } from "react";
import { Button } from "./button.tsx";
import styles from "./error-boundary.module.css";

interface ErrorBoundaryProps {
  /** What the boundary contains, as the beginning of a sentence: `This answer`. */
  readonly what: string;
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly error?: unknown;
  readonly failed: boolean;
}

/**
 * Keeps an error in one part of the lab from closing the rest: the part is replaced by the error and a button to try again. Give it another
 * `key` where something else is to be shown.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { failed: true, error };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    const { error } = this.state;
    return (
      <div role="alert" className={styles.failed}>
        <p>{this.props.what} could not be shown. The rest of the lab still works, and your saved work is safe.</p>
        <p className={styles.reason}>{(error instanceof Error ? error.message : String(error)).slice(0, 300)}</p>
        <Button size="small" onClick={() => this.setState({ failed: false })}>
          Try again
        </Button>
      </div>
    );
  }
}
