// Gives each booking the smallest table that is free and large enough: plan.mjs [bookings.csv]
import { readFileSync } from "node:fs";

const tables = [2, 2, 4, 6];
const lines = readFileSync(process.argv[2] ?? "bookings/friday.csv", "utf8").trim().split("\n").slice(1);
const bookings = lines.map((line) => line.split(",")).map(([name, guests]) => ({ name, guests: Number(guests) }));
const free = tables.map((seats, index) => ({ seats, number: index + 1 }));
for (const { name, guests } of bookings) {
  const at = free.findIndex(({ seats }) => seats >= guests);
  const [table] = at < 0 ? [] : free.splice(at, 1);
  console.log(`${name} (${guests}): ${table ? `table ${table.number}` : "no table"}`);
}
