import { AmountField } from "#components/ui/amount-field.tsx";
import { Button } from "#components/ui/button.tsx";
import runForm from "#components/ui/run-form.module.css";
import { formatCount, plural } from "#lib/format-count.ts";
import styles from "./evals.module.css";
import { type Budget, estimate, limitOf, type Plan } from "./improve-budget.ts";

interface BudgetFormProps {
  readonly plan: Plan;
  readonly held: number;
  readonly budget: Budget;
  readonly onBudget: (budget: Budget) => void;
  readonly onStart: () => void;
  readonly onCancel: () => void;
}

/** What will be done and what it costs at most; nothing is sent until the person agrees. */
export function BudgetForm({ plan, held, budget, onBudget, onStart, onCancel }: BudgetFormProps) {
  const { calls, tokens, dollars } = estimate(plan, budget);
  return (
    <>
      <p className={runForm.said}>
        The model rewrites the description to mend misses in {plural(plan.requests - held, "request")}. The other {held}{" "}
        are held back to choose the best version.
      </p>
      <div className={styles.controls}>
        <AmountField
          label="Rewrites"
          least={1}
          most={5}
          value={budget.rounds}
          onChange={(rounds) => onBudget({ ...budget, rounds })}
        />
        <AmountField
          label="Token limit"
          least={1000}
          step={1000}
          value={budget.mostTokens}
          onChange={(mostTokens) => onBudget({ ...budget, mostTokens })}
        />
        <AmountField
          label="US$ per million tokens"
          least={0}
          step={0.01}
          value={budget.perMillion}
          onChange={(perMillion) => onBudget({ ...budget, perMillion })}
        />
        <AmountField
          label="US$ limit"
          least={0.01}
          step={0.01}
          value={budget.mostDollars}
          onChange={(mostDollars) => onBudget({ ...budget, mostDollars })}
        />
      </div>
      <p className={runForm.said}>
        At most {plural(calls, "call")}, ≈ {formatCount(tokens)} tokens
        {dollars !== undefined && `, ≈ US$ ${dollars.toFixed(2)}`}
        {tokens > limitOf(budget) && ", over the limit: it may end early"}.{" "}
        {dollars === undefined && "Enter a price to set a limit in dollars."}
      </p>
      <div className={styles.tools}>
        <Button variant="primary" onClick={onStart}>
          Start
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </>
  );
}
