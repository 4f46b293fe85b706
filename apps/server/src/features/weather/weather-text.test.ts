import { expect, it } from 'vitest'
import type { Condition } from './conditions.ts'
import { daySummary, skyText } from './weather-text.ts'

const HOURS = [9, 12, 15, 18]
const day = (...skies: Condition[]) =>
  skies.map((condition, n) => ({ condition, hour: HOURS[n]!, night: false })) as unknown as Parameters<
    typeof daySummary
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
  ['has sun and clouds', ['clear', 'cloudy', 'clear', 'cloudy'], 'Soleil et nuages', 'Sun and clouds'],
  ['begins in fog', ['fog', 'clear', 'clear', 'clear'], 'Brouillard, puis éclaircies', 'Fog, then brighter'],
  ['rains in the morning', ['rain', 'clear', 'clear', 'clear'], 'Pluie le matin', 'Rain in the morning'],
] as [string, Condition[], string, string][])('daySummary summarizes a day that %s', (_, skies, french, english) => {
  expect([daySummary(day(...skies), 'fr'), daySummary(day(...skies), 'en')]).toEqual([french, english])
})

it.each([
  [['rain', 'rain', 'rain', 'rain'], 'Pluie toute la journée'],
  [['snow', 'snow', 'clear', 'snow'], 'Neige une bonne partie de la journée'],
  [['rain', 'rain', 'clear', 'clear'], 'Pluie le matin'],
  [['clear', 'rain', 'clear', 'clear'], 'Pluie vers midi'],
  [['clear', 'rain', 'rain', 'clear'], 'Pluie vers midi'],
  [['clear', 'clear', 'rain', 'clear'], 'Pluie l’après-midi'],
  [['clear', 'clear', 'rain', 'rain'], 'Pluie l’après-midi'],
  [['clear', 'clear', 'clear', 'rain'], 'Pluie le soir'],
  [['rain', 'clear', 'rain', 'clear'], 'Pluie par moments'],
  [['clear', 'rain', 'clear', 'rain'], 'Pluie par moments'],
  // The worst weather is mentioned, however short it is.
  [['rain', 'rain', 'rain', 'storm'], 'Orages le soir'],
  [['clear', 'fog', 'clear', 'clear'], 'Brouillard par moments'],
  [['fog', 'clear', 'clear', 'fog'], 'Brouillard par moments'],
] as [Condition[], string][])('daySummary summarizes %j as "%s"', (skies, words) => {
  expect(daySummary(day(...skies), 'fr')).toBe(words)
})

it('the summary describes a single known hour, and is null without hours', () => {
  const [clear] = day('clear')
  expect(daySummary([clear!], 'en')).toBe(skyText(clear!, 'en'))
  expect(skyText({ condition: 'spells', night: true }, 'fr')).toBe('Quelques nuages')
  expect(skyText({ condition: 'spells', night: false }, 'fr')).toBe('Éclaircies')
  expect(daySummary([], 'en')).toBeNull()
})
