import type { IconName } from '#web/ui/icon-names.ts'

export type Sky = 'sun' | 'cloud' | 'rain'

const skies: Partial<Record<string, { icon: IconName; sky: Sky }>> = {
  sun: { icon: 'sun', sky: 'sun' },
  'cloud-sun': { icon: 'cloud-sun', sky: 'sun' },
  cloud: { icon: 'cloud', sky: 'cloud' },
  cloudy: { icon: 'cloudy', sky: 'cloud' },
  'cloud-rain': { icon: 'cloud-rain', sky: 'rain' },
  'cloud-sun-rain': { icon: 'cloud-sun-rain', sky: 'rain' },
  'cloud-lightning': { icon: 'cloud-lightning', sky: 'rain' },
  snowflake: { icon: 'snowflake', sky: 'cloud' },
}

/** The drawing of a weather code; a code that we do not know is drawn as clouds, its words say the rest. */
export const skyOf = (code: string): { icon: IconName; sky: Sky } => skies[code] ?? { icon: 'cloud', sky: 'cloud' }

const LINE_WIDTH = 400
const MARGIN = 8
const DEGREES_AROUND = 2

/** The line through the hours of a day, drawn in a box 400 wide; each figure stands above its column. */
export const dayCurve = (temps: readonly number[], height: number): string => {
  const low = Math.min(...temps) - DEGREES_AROUND
  const high = Math.max(...temps) + 1
  const column = LINE_WIDTH / temps.length
  const y = (degrees: number) => Math.round(height - MARGIN - ((degrees - low) / (high - low)) * (height - 2 * MARGIN))
  const points = temps.map((degrees, n) => [Math.round(column / 2 + n * column), y(degrees)] as const)
  const bend = column * .45
  return points.map(([px, py], n) => {
    const before = points[n - 1]
    return before ? `C${Math.round(before[0] + bend)} ${before[1]} ${Math.round(px - bend)} ${py} ${px} ${py}` : `M${px} ${py}`
  }).join('')
}
