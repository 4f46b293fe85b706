// @vitest-environment node
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')
const tokens = new Map(
  [...css.matchAll(/--([\w-]+):\s*(?:light-dark\((#\w{6}),\s*(#\w{6})\)|(#\w{6}));/g)].map(
    ([, name, day, night, both]) => [name, { day: day ?? both, night: night ?? both }],
  ),
)

const luminance = (hex: string) =>
  [1, 3, 5]
    .map(index => parseInt(hex.slice(index, index + 2), 16) / 255)
    .map(channel => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4))
    .reduce((sum, channel, index) => sum + channel * ([0.2126, 0.7152, 0.0722][index] ?? 0), 0)

const contrast = (ink: string, ground: string) => {
  const [high = 0, low = 0] = [luminance(ink), luminance(ground)].sort((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

const pairsOf = (ink: string, ...grounds: string[]) => grounds.map(ground => [ink, ground] as const)

const texts = [
  ...pairsOf(
    'ink',
    'paper',
    'surface',
    'sunken',
    'pressed',
    'raised',
    'brand-soft',
    'chat-ground',
    'bubble-mine',
    'bubble-theirs',
  ),
  ...pairsOf('ink-2', 'paper', 'surface', 'sunken', 'brand-soft', 'chat-ground'),
  ...pairsOf('ink-3', 'paper', 'surface', 'sunken'),
  ...pairsOf('brand', 'paper', 'surface', 'sunken', 'bubble-mine'),
  ...pairsOf('paper', 'ink'),
  ...pairsOf('brand-on-ink', 'ink'),
  ...pairsOf('on-brand', 'brand', 'brand-strong'),
  ...pairsOf('on-brand-soft', 'brand-soft', 'surface'),
  ...pairsOf('on-accent', 'accent'),
  ...pairsOf('on-accent-soft', 'accent-soft', 'chat-ground'),
  ...pairsOf('danger', 'surface', 'paper', 'sunken'),
  ...pairsOf('on-danger', 'danger'),
  ...pairsOf('on-danger-soft', 'danger-soft'),
  ...pairsOf('bubble-ink-2', 'bubble-mine', 'bubble-theirs'),
  ...pairsOf('map-ink', 'map-land', 'map-water', 'map-park', 'map-block'),
]
const graphics = [
  ...pairsOf('line-strong', 'surface', 'paper'),
  ...['online', 'sky-sun', 'sky-rain', 'sky-cloud'].flatMap(mark => pairsOf(mark, 'surface')),
]

const findLowContrast = (pairs: readonly (readonly [string, string])[], minimum: number) =>
  pairs.flatMap(([ink, ground]) =>
    (['day', 'night'] as const).flatMap(theme => {
      const [a, b] = [tokens.get(ink)?.[theme], tokens.get(ground)?.[theme]]
      if (!a || !b) return [`no colour: ${ink} on ${ground}`]
      const ratio = contrast(a, b)
      return ratio < minimum ? [`${ink} on ${ground} by ${theme}: ${ratio.toFixed(2)}`] : []
    }),
  )

test('texts have enough contrast in both themes (4.5:1)', () => {
  expect(findLowContrast(texts, 4.5)).toEqual([])
})

test('graphics and borders have enough contrast (3:1)', () => {
  expect(findLowContrast(graphics, 3)).toEqual([])
})

test('the check fails if a pair of colours has too little contrast', () => {
  expect(findLowContrast(pairsOf('line', 'surface'), 3)).toHaveLength(2)
})
