import { expect, test } from 'vitest'
import { createRandom } from './random.ts'
import { posts } from './texts/posts.ts'
import { makeWeatherHours } from './weather-hours.ts'

const weatherPosts = posts.filter(({ group }) => group === 'weather')
const days = weatherPosts.flatMap(({ key, sky, months = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] }) =>
  months.flatMap(month =>
    [1, 2, 3, 4, 5].map(seed => ({
      key,
      month,
      hours: makeWeatherHours(sky!, new Date(Date.UTC(2026, month - 1, 15)), createRandom(seed)),
    })),
  ),
)

test('every icon is an OpenWeather code and always has the same description', () => {
  const words = new Map<string, string>()
  for (const { icon, description, description_en: english } of days.flatMap(({ hours }) => hours)) {
    expect(icon).toMatch(/^(01|02|03|04|09|10|11|13|50)[dn]$/)
    const said = `${description} / ${english}`
    expect(words.get(icon.slice(0, 2)) ?? said).toBe(said)
    words.set(icon.slice(0, 2), said)
  }
  expect(new Set(words.values()).size).toBe(words.size)
  expect(words.size).toBe(9)
})

test('forecasts have rain only above zero degrees and snow only below two degrees', () => {
  for (const { key, hours } of days) {
    for (const { icon, temp } of hours) {
      if (/^(09|10|11)/.test(icon)) expect(temp, key).toBeGreaterThan(0)
      if (icon.startsWith('13')) expect(temp, key).toBeLessThan(2)
    }
  }
})

test('the forecast of a weather post matches its text', () => {
  const hoursOf = (key: string) => days.filter(day => day.key === key).map(({ hours }) => hours)
  for (const [nine] of hoursOf('matin-froid-sec')) expect(nine!.temp).toBeLessThan(0)
  for (const [, , three] of hoursOf('matin-chaud')) expect(three!.temp).toBeGreaterThan(30)
  for (const [nine, noon] of hoursOf('matin-brouillard'))
    expect([nine!.icon, noon!.icon === '50d']).toEqual(['50d', false])
  for (const hours of hoursOf('matin-averses'))
    expect(hours.map(({ icon }) => icon.startsWith('09'))).toEqual([true, true, false, true])
  for (const hours of hoursOf('matin-orage'))
    expect(hours.map(({ icon }) => icon.startsWith('11'))).toEqual([false, false, false, true])
})

test('only the evening icons of the dark months are night icons', () => {
  for (const { month, hours } of days)
    expect(hours.map(({ icon }) => icon.endsWith('n'))).toEqual([false, false, false, [11, 12, 1].includes(month)])
})
