import { expect, test } from 'vitest'
import { clusterSpots } from './clusters.ts'

const spot = (id: string, x: number, y: number) => ({ id, x, y })

test('what stands apart stays by itself', () =>
  expect(clusterSpots([spot('a', 0, 0), spot('b', 50, 0), spot('c', 0, 50)], 50)).toEqual([
    { ids: ['a'], x: 0, y: 0 },
    { ids: ['b'], x: 50, y: 0 },
    { ids: ['c'], x: 0, y: 50 },
  ]))

test('what would lie over each other is one group, in the middle of all', () =>
  expect(clusterSpots([spot('a', 0, 0), spot('b', 30, 0), spot('c', 15, 30), spot('far', 200, 0)], 50)).toEqual([
    { ids: ['a', 'b', 'c'], x: 15, y: 10 },
    { ids: ['far'], x: 200, y: 0 },
  ]))

test('no spot is lost or doubled', () => {
  const spots = Array.from({ length: 200 }, (_, n) => spot(String(n), (n * 137) % 400, (n * 71) % 300))
  expect(
    clusterSpots(spots, 48)
      .flatMap(({ ids }) => ids)
      .sort(),
  ).toEqual(spots.map(({ id }) => id).sort())
})
