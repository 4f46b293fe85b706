import { expect, test } from 'vitest'
import { listDrawings, readDrawing } from './drawings.ts'
import { faceOf } from './faces.ts'
import { makeWorld } from './make-world.ts'
import { drawingOf } from './pictures.ts'
import { communities } from './texts/communities.ts'
import { accounts } from './texts/accounts.ts'
import { type SceneKey, sceneViews } from './texts/scenes.ts'

function findMalformedPart(svg: string): string | null {
  const open: string[] = []
  const rest = svg.replace(/<(\/?)([a-z]+)((?:\s+[a-zA-Z-]+="[^"<&]*")*)\s*(\/?)>\n?/g, (_, close, name, __, alone) => {
    if (close) return open.pop() === name ? '' : '!'
    if (!alone) open.push(name)
    return ''
  })
  return rest === '' && open.length === 0 ? null : rest.slice(0, 80) || open.join(' ')
}

function expectValidDrawing(svg: string): void {
  expect(findMalformedPart(svg)).toBeNull()
  expect(svg).not.toMatch(/<text|<script|href|undefined|NaN|Infinity/)
  expect(svg.replaceAll('\n', '').length).toBeLessThan(12_000)
}

test('findMalformedPart detects malformed drawings', () => {
  expect(findMalformedPart('<svg><g></svg>')).not.toBeNull()
  expect(findMalformedPart('<svg><path d="a></svg>')).not.toBeNull()
  expect(findMalformedPart('<svg/>words')).not.toBeNull()
  expect(findMalformedPart('<svg>\n<g>\n</g>\n</svg>\n')).toBeNull()
})

const sceneNames = Object.keys(sceneViews) as SceneKey[]

test.each(sceneNames)('the scene %s is a valid picture in six different views', scene => {
  const views = [0, 1, 2, 3, 4, 5].map(view => readDrawing(drawingOf({ scene, view })))
  for (const view of views) {
    expectValidDrawing(view)
    expect(view).toContain('viewBox="0 0 800 500" width="800" height="500"')
  }
  expect(new Set(views).size).toBe(6)
})

test('there are at least forty scenes, each drawn in exactly six views', () => {
  expect(sceneNames.length).toBeGreaterThanOrEqual(40)
  expect(listDrawings('scenes')).toEqual(
    sceneNames.flatMap(scene => [0, 1, 2, 3, 4, 5].map(view => drawingOf({ scene, view }))).sort(),
  )
})

const faces = listDrawings('faces')

test('there are at least two hundred different faces', () => {
  const drawn = faces.map(readDrawing)
  drawn.forEach(expectValidDrawing)
  for (const face of drawn) expect(face).toContain('viewBox="0 0 96 96" width="96" height="96"')
  expect(drawn.length).toBeGreaterThanOrEqual(200)
  expect(new Set(drawn).size).toBe(drawn.length)
})

test('faceOf returns the drawing with exactly these features, otherwise one of the same gender and a near age', () => {
  for (const drawing of faces) {
    const [gender, age, face] = drawing.slice('faces/'.length).split('-') as [string, string, string]
    const person = { gender: ({ woman: 'F', man: 'M' } as const)[gender] ?? null, age: Number(age), face: Number(face) }
    expect(faceOf(person)).toBe(drawing)
  }
  for (const gender of ['F', 'M', null] as const) {
    for (let age = 12; age <= 93; age++) {
      const [word, drawnAge] = faceOf({ gender, age, face: 500 }).slice('faces/'.length).split('-')
      expect(word).toBe(gender === 'F' ? 'woman' : gender === 'M' ? 'man' : 'person')
      expect(Math.abs(Number(drawnAge) - age), `${gender} ${age}`).toBeLessThanOrEqual(15)
    }
  }
})

test('no two neighbours of one community have the same face', () => {
  const { members, communities: made } = makeWorld({
    now: new Date('2026-10-05T10:00:00Z'),
    idAt: (at, bytes) => `${at} ${bytes}`,
  })
  for (const { id, texts } of made.communities) {
    const drawingsOfCommunity = members.pictures
      .filter(({ communityId }) => communityId === id)
      .map(({ drawing }) => drawing)
    expect(drawingsOfCommunity.length, texts.uri).toBeGreaterThan(20)
    expect(new Set(drawingsOfCommunity).size, texts.uri).toBe(drawingsOfCommunity.length)
  }
})

test('most faces of older women have grey hair, those of younger women do not', () => {
  const grey = /#d9d4c6|#efece2|#b9b8ae|#a3a49c|#e6dfcf/
  const greyness = (from: number, to: number) => {
    const women = faces.filter(face => {
      const age = Number(/^faces\/woman-(\d+)-/.exec(face)?.[1])
      return age >= from && age <= to
    })
    expect(women.length).toBeGreaterThan(10)
    return women.filter(face => grey.test(readDrawing(face))).length / women.length
  }
  expect(greyness(18, 45)).toBe(0)
  expect(greyness(62, 93)).toBeGreaterThan(0.8)
})

test('logos, plans, maps and shop signs are valid, different pictures, and none is missing', () => {
  const signs = listDrawings('signs').map(readDrawing)
  expect(signs.length).toBe(16)
  const ofPlaces = ['logos', 'plans', 'maps'] as const
  for (const drawings of [signs, ...ofPlaces.map(kind => listDrawings(kind).map(readDrawing))]) {
    drawings.forEach(expectValidDrawing)
    expect(new Set(drawings).size).toBe(drawings.length)
  }
  for (const kind of ofPlaces) expect(listDrawings(kind)).toEqual(communities.map(({ uri }) => `${kind}/${uri}`).sort())
  for (const { sign } of accounts) if (sign) expect(listDrawings('signs')).toContain(`signs/${sign}`)
})
