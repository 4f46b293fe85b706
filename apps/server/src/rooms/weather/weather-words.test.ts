import { expect, it } from 'vitest'
import type { Condition } from './conditions.ts'
import { dayWords } from './weather-words.ts'

const HOURS = [9, 12, 15, 18]
const day = (...skies: Condition[]) =>
  skies.map((condition, n) => ({ condition, hour: HOURS[n]!, night: false })) as unknown as Parameters<
    typeof dayWords
  >[0]

it.each([
  ['clears up', ['cloudy', 'cloudy', 'clear', 'clear'], 'Le ciel se dégage', 'Clearing up'],
  ['clouds over', ['clear', 'clear', 'cloudy', 'cloudy'], 'Le ciel se couvre', 'Clouding over'],
  [
    'is fine until the evening',
    ['clear', 'clear', 'clear', 'cloudy'],
    'Beau temps jusqu’au soir',
    'Fine until evening',
  ],
  ['is fine', ['clear', 'clear', 'clear', 'clear'], 'Beau temps toute la journée', 'Fine all day'],
  ['has no sun', ['cloudy', 'cloudy', 'cloudy', 'cloudy'], 'Temps nuageux', 'Cloudy'],
  ['has both', ['clear', 'cloudy', 'clear', 'cloudy'], 'Soleil et nuages', 'Sun and clouds'],
  ['begins in fog', ['fog', 'clear', 'clear', 'clear'], 'Brouillard, puis éclaircies', 'Fog, then brighter'],
  ['rains in the morning', ['rain', 'clear', 'clear', 'clear'], 'Pluie le matin', 'Rain in the morning'],
] as [string, Condition[], string, string][])('a day that %s is told so', (_, skies, french, english) => {
  expect([dayWords(day(...skies), 'fr'), dayWords(day(...skies), 'en')]).toEqual([french, english])
})
