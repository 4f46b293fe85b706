import { expect, test } from 'vitest'
import { drawFace } from './faces.ts'
import { drawShopSign, logos, shopTrades } from './logos.ts'
import { sceneNames, scenes } from './scenes.ts'

function unbalanced(svg: string): string | null {
  const open: string[] = []
  const rest = svg.replace(/<(\/?)([a-z]+)((?:\s+[a-zA-Z-]+="[^"<&]*")*)\s*(\/?)>/g, (_, close, name, __, alone) => {
    if (close) return open.pop() === name ? '' : '!'
    if (!alone) open.push(name)
    return ''
  })
  return rest === '' && open.length === 0 ? null : rest.slice(0, 80) || open.join(' ')
}

function checkDrawing(svg: string): void {
  expect(unbalanced(svg)).toBeNull()
  expect(svg).not.toMatch(/<text|<script|href|undefined|NaN|Infinity/)
  expect(svg.length).toBeLessThan(12_000)
}

test('a broken drawing is noticed', () => {
  expect(unbalanced('<svg><g></svg>')).not.toBeNull()
  expect(unbalanced('<svg><path d="a></svg>')).not.toBeNull()
  expect(unbalanced('<svg/>words')).not.toBeNull()
})

test.each(sceneNames)('%s is a clean picture in six different views', name => {
  const views = [0, 1, 2, 3, 4, 5].map(variant => scenes[name](variant))
  for (const view of views) {
    checkDrawing(view)
    expect(view).toContain('viewBox="0 0 800 500" width="800" height="500"')
  }
  expect(new Set(views).size).toBe(6)
  expect(scenes[name](7)).toBe(views[1])
})

test('there are at least forty scenes', () => {
  expect(sceneNames.length).toBeGreaterThanOrEqual(40)
})

test('a face is always the same for the same neighbour', () => {
  const traits = { gender: 'F', age: 67 } as const
  expect(drawFace(41, traits)).toBe(drawFace(41, traits))
  expect(drawFace(41)).toBe(drawFace(41))
})

test('two hundred neighbours have two hundred faces', () => {
  const faces = Array.from({ length: 200 }, (_, seed) =>
    drawFace(seed, { gender: seed % 3 === 0 ? null : seed % 2 ? 'F' : 'M', age: 12 + (seed % 78) }),
  )
  faces.forEach(checkDrawing)
  expect(new Set(faces).size).toBe(200)
})

test('grey hair comes with age', () => {
  const grey = /#d9d4c6|#efece2|#b9b8ae|#a3a49c|#e6dfcf/
  const greyOf = (age: number): number =>
    Array.from({ length: 60 }, (_, seed) => drawFace(seed, { gender: 'F', age })).filter(face => grey.test(face)).length
  expect(greyOf(25)).toBe(0)
  expect(greyOf(80)).toBeGreaterThan(48)
})

test('logos and shop signs are clean pictures', () => {
  Object.values(logos).forEach(checkDrawing)
  const signs = Array.from({ length: 60 }, (_, seed) => drawShopSign(seed))
  signs.forEach(checkDrawing)
  expect(new Set(signs).size).toBeGreaterThan(40)
  expect(new Set(signs.slice(0, shopTrades.length)).size).toBe(shopTrades.length)
})
