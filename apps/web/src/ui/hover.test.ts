// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '..')
const comments = /\/\*.*?\*\//gs
const hoverQueries = /@media \(hover: hover\) \{(?:[^{}]*\{[^{}]*\})+\s*\}/g

/** Finds hover rules outside `@media (hover: hover)`, which touch devices apply from one tap until the next. */
const findStickyHovers = (css: string) =>
  css
    .replace(comments, '')
    .replace(hoverQueries, '')
    .split('\n')
    .filter(line => line.includes(':hover'))

test('every hover rule is limited to devices that can hover', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.css'))
  const hovers = files.filter(file => readFileSync(join(source, file), 'utf8').includes(':hover'))
  expect(hovers.length).toBeGreaterThan(8)
  expect(
    hovers.flatMap(file => findStickyHovers(readFileSync(join(source, file), 'utf8')).map(line => `${file}: ${line}`)),
  ).toEqual([])
})

test('the hover check fails if a hover rule applies to touch devices too', () => {
  expect(
    findStickyHovers(
      '@media (hover: hover) { .a:hover { color: red; } .c:hover { color: red; } }\n.b:hover { color: red; }',
    ),
  ).toEqual(['.b:hover { color: red; }'])
})
