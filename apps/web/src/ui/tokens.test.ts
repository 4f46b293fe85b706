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

const lightness = (hex: string) =>
  [1, 3, 5]
    .map(at => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map(channel => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4))
    .reduce((sum, channel, at) => sum + channel * ([0.2126, 0.7152, 0.0722][at] ?? 0), 0)

const contrast = (ink: string, ground: string) => {
  const [high = 0, low = 0] = [lightness(ink), lightness(ground)].sort((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

const on = (ink: string, ...grounds: string[]) => grounds.map(ground => [ink, ground] as const)

const texts = [
  ...on(
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
  ...on('ink-2', 'paper', 'surface', 'sunken', 'brand-soft', 'chat-ground'),
  ...on('ink-3', 'paper', 'surface', 'sunken'),
  ...on('brand', 'paper', 'surface', 'sunken', 'bubble-mine'),
  ...on('paper', 'ink'),
  ...on('brand-on-ink', 'ink'),
  ...on('on-brand', 'brand', 'brand-strong'),
  ...on('on-brand-soft', 'brand-soft', 'surface'),
  ...on('on-accent', 'accent'),
  ...on('on-accent-soft', 'accent-soft', 'chat-ground'),
  ...on('danger', 'surface', 'paper', 'sunken'),
  ...on('on-danger', 'danger'),
  ...on('on-danger-soft', 'danger-soft'),
  ...on('bubble-ink-2', 'bubble-mine', 'bubble-theirs'),
  ...on('map-ink', 'map-land', 'map-water', 'map-park', 'map-block'),
]
const marks = [
  ...on('line-strong', 'surface', 'paper'),
  ...['online', 'sky-sun', 'sky-rain', 'sky-cloud'].flatMap(mark => on(mark, 'surface')),
]

const underOf = (pairs: readonly (readonly [string, string])[], least: number) =>
  pairs.flatMap(([ink, ground]) =>
    (['day', 'night'] as const).flatMap(theme => {
      const [a, b] = [tokens.get(ink)?.[theme], tokens.get(ground)?.[theme]]
      if (!a || !b) return [`no colour: ${ink} on ${ground}`]
      const ratio = contrast(a, b)
      return ratio < least ? [`${ink} on ${ground} by ${theme}: ${ratio.toFixed(2)}`] : []
    }),
  )

test('texts have enough contrast in both themes (4.5:1)', () => {
  expect(underOf(texts, 4.5)).toEqual([])
})

test('graphics and borders have enough contrast (3:1)', () => {
  expect(underOf(marks, 3)).toEqual([])
})

test('fails if a pair is too pale', () => {
  expect(underOf(on('line', 'surface'), 3)).toHaveLength(2)
})
