export const CURVE_WIDTH = 400
const MARGIN = 8
const DEGREES_BELOW = 2
const DEGREES_ABOVE = 1
/** The length of the Bézier control handles, in columns. */
const CURVATURE = 0.45

export interface DegreeScale {
  low: number
  high: number
}

export const degreeScaleOf = (temps: readonly number[]): DegreeScale => ({
  low: Math.min(...temps) - DEGREES_BELOW,
  high: Math.max(...temps) + DEGREES_ABOVE,
})

export interface DayCurve {
  /** The curve through the hours, as the `d` attribute of a path. */
  line: string
  /** The same curve extended to both edges; `area` is the area below it. */
  edgeToEdge: string
  area: string
  /** The distance of each hour's point from the top, as a fraction of the height; null if unknown. */
  depths: (number | null)[]
}

/** The temperature curve of a day: one column per hour, unknown hours skipped; `topMargin` is space for labels. */
export const dayCurve = (
  temps: readonly (number | null)[],
  height: number,
  scale: DegreeScale = degreeScaleOf(temps.filter(temp => temp !== null)),
  topMargin: number = MARGIN,
): DayCurve => {
  const column = CURVE_WIDTH / temps.length
  const { low, high } = scale
  const y = (degrees: number) =>
    Math.round(height - MARGIN - ((degrees - low) / (high - low)) * (height - MARGIN - topMargin))
  const points = temps.flatMap((temp, n) => (temp === null ? [] : [[Math.round(column * (n + 0.5)), y(temp)] as const]))
  const handle = column * CURVATURE
  const segments = points.slice(1).map(([px, py], n) => {
    const [bx, by] = points[n]!
    return `C${Math.round(bx + handle)} ${by} ${Math.round(px - handle)} ${py} ${px} ${py}`
  })
  const [first, last] = [points[0], points.at(-1)]
  const depths = temps.map(temp => (temp === null ? null : y(temp) / height))
  if (!first || !last) return { line: '', edgeToEdge: '', area: '', depths }
  const [left, right] = [Math.round(first[0] - column / 2), Math.round(last[0] + column / 2)]
  const edgeToEdge = `M${left} ${first[1]}L${first[0]} ${first[1]}${segments.join('')}L${right} ${last[1]}`
  return {
    line: `M${first[0]} ${first[1]}${segments.join('')}`,
    edgeToEdge,
    area: `${edgeToEdge}V${height}H${left}Z`,
    depths,
  }
}
