import type { IconName } from './icon-names.ts'

export type Sky = 'sun' | 'cloud' | 'rain'

/** The icons by OpenWeather's condition code without its last character, which is `d` (day) or `n` (night). */
const skies: Partial<Record<string, { icon: IconName; night?: IconName; sky: Sky }>> = {
  '01': { icon: 'sun', night: 'moon', sky: 'sun' },
  '02': { icon: 'cloud-sun', night: 'cloud-moon', sky: 'sun' },
  '03': { icon: 'cloud', sky: 'cloud' },
  '04': { icon: 'cloudy', sky: 'cloud' },
  '09': { icon: 'cloud-sun-rain', night: 'cloud-rain', sky: 'rain' },
  10: { icon: 'cloud-rain', sky: 'rain' },
  11: { icon: 'cloud-lightning', sky: 'rain' },
  13: { icon: 'snowflake', sky: 'cloud' },
  50: { icon: 'cloud-fog', sky: 'cloud' },
}

/** The icon of a weather code; clouds for an unknown code, as the text beside the icon names the weather. */
export const skyOf = (code: string): { icon: IconName; sky: Sky } => {
  const { icon, night = icon, sky } = skies[code.slice(0, 2)] ?? { icon: 'cloud' as const, sky: 'cloud' as const }
  return code.endsWith('n') ? { icon: night, sky: sky === 'sun' ? 'cloud' : sky } : { icon, sky }
}
