// @vitest-environment node
import type { Point } from '@parvis/contract/community.ts'
import { expect, test } from 'vitest'
import { createClusterIndex, type Bounds } from './clusters.ts'

const world: Bounds = [-180, -85, 180, 85]
const placeAt = (id: string, longitude: number, latitude: number) => ({
  id,
  point: { type: 'Point', coordinates: [longitude, latitude] } as Point,
})

test('distant places are separate pins', () =>
  expect(
    createClusterIndex([placeAt('a', 6, 45), placeAt('b', 6.2, 45)], 46, 17)
      .within(world, 14)
      .map(({ id, count, point }) => ({ id, count, point: point.coordinates })),
  ).toEqual([
    { id: 'a', count: 1, point: [6, 45] },
    { id: 'b', count: 1, point: [6.2, 45] },
  ]))

test('overlapping places form a cluster in list order, and are separated at a higher zoom', () => {
  const clusters = createClusterIndex([placeAt('b', 6.0004, 45), placeAt('a', 6, 45), placeAt('far', 7, 45)], 46, 17)
  const far = clusters.within(world, 10)
  expect(far.map(({ count }) => count).sort()).toEqual([1, 2])
  expect(far.find(({ id }) => id === null)!.placeIds()).toEqual(['b', 'a'])
  expect(
    clusters
      .within(world, 17)
      .map(({ id }) => id)
      .sort(),
  ).toEqual(['a', 'b', 'far'])
})

test('places outside the bounds are omitted', () =>
  expect(
    createClusterIndex([placeAt('a', 6, 45), placeAt('b', 7, 45)], 46, 17)
      .within([5.9, 44.9, 6.1, 45.1], 12)
      .map(({ id }) => id),
  ).toEqual(['a']))

test('each place is in exactly one cluster, and the number of pins in a view is limited', () => {
  const places = Array.from({ length: 5000 }, (_, n) =>
    placeAt(String(n), 6 + ((n * 137) % 5000) / 50_000, 45.8 + ((n * 71) % 4999) / 50_000),
  )
  const clusters = createClusterIndex(places, 46, 17)
  for (const zoom of [3, 9, 12, 14, 15, 17])
    expect(
      clusters
        .within(world, zoom)
        .flatMap(({ placeIds }) => placeIds())
        .sort(),
    ).toEqual(places.map(({ id }) => id).sort())
  // The extent, in degrees, of the map in a window of 1280 × 800 pixels.
  for (const zoom of [9, 11, 13, 15, 16]) {
    const degrees = 360 / (512 * 2 ** zoom)
    const [width, height] = [676 * degrees, 800 * degrees * Math.cos((45.85 * Math.PI) / 180)]
    const view: Bounds = [6.05 - width / 2, 45.85 - height / 2, 6.05 + width / 2, 45.85 + height / 2]
    expect(clusters.within(view, zoom).length).toBeLessThanOrEqual(150)
  }
})
