import { encode } from 'uqr'

export interface QrCodeProps {
  /** What a camera reads in it. */
  value: string
  /** What a screen reader says of it. */
  label: string
  className?: string
}

/** The quiet edge that readers need, in modules. */
const EDGE = 3

/** Black on white whatever the theme: what is scanned or printed. It fills the width that it is given. */
export const QrCode = ({ value, label, className }: QrCodeProps) => {
  const { size, data } = encode(value, { ecc: 'M', border: EDGE })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg
      className={className}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="white" />
      <path d={dark} fill="black" />
    </svg>
  )
}
