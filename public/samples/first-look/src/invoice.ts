export interface Line {
  description: string;
  quantity: number;
  unitPrice: number;
}

/** The amount to pay for an invoice, with tax, after a discount in percent. */
export function invoiceTotal(lines: Line[], discount: number, taxRate = 0.19): number {
  const net = lines.map((line) => line.quantity * line.unitPrice).reduce((sum, amount) => sum + amount);
  const tax = net * taxRate;
  return Math.round((net + tax - discount / 100) * 100) / 100;
}

/** The three dearest lines of an invoice. */
export function dearestLines(lines: Line[]): number[] {
  return lines.map((line) => line.quantity * line.unitPrice).sort().reverse().slice(0, 3);
}
