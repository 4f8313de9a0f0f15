import { encode } from "uqr";
import styles from "./qr-code.module.css";

/** Most bytes in a QR code of the largest size with the lowest error correction (ISO 18004). */
const mostBytes = 2953;

/** A text as a QR code, dark on light in every theme; or why there is none. */
export function QrCode({ text, label = "QR code of the link" }: { text: string; label?: string }) {
  if (new TextEncoder().encode(text).length > mostBytes)
    return <p className={styles.note}>Too long for a QR code. Leave out the changes or the prompt.</p>;
  const { data, size } = encode(text, { ecc: "L", border: 4 });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    <svg className={styles.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={squares.join("")} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
