import { encode } from 'uqr'

export interface QrCodeProps {
  value: string
  label: string
  className?: string
}

/** The width of the quiet zone around the code, in modules. */
const QUIET_ZONE = 3

/** A QR code, black on white in every theme, to be scanned or printed. It fills the width of its container. */
export const QrCode = ({ value, label, className }: QrCodeProps) => {
  const { size, data } = encode(value, { ecc: 'M', border: QUIET_ZONE })
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
