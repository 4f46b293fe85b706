// @vitest-environment node
import type { Point } from '@parvis/contract/community.ts'
import type { Deal } from '@parvis/contract/deals.ts'
import { expect, test } from 'vitest'
import { nearestFirst, viewAround } from './deals-on-map.ts'

const point = (longitude: number, latitude: number): Point => ({ type: 'Point', coordinates: [longitude, latitude] })
const deal = (_id: string, loc: Point | null) => ({ _id, loc }) as Deal
const annecy = point(6.1286, 45.8987)

test('nearestFirst sorts by distance and omits deals without a location', () => {
  const deals = [deal('far', point(6.2, 45.9)), deal('nowhere', null), deal('near', point(6.13, 45.9))]
  expect(nearestFirst(deals, annecy).map(({ _id }) => _id)).toEqual(['near', 'far'])
  expect(nearestFirst(deals, null).map(({ _id }) => _id)).toEqual(['far', 'near'])
})

test('viewAround returns a view of the nearest deals with a minimum extent, or of the centre alone when the deals are too far', () => {
  const at = (...places: Point[]) =>
    viewAround(
      annecy,
      nearestFirst(
        places.map((loc, n) => deal(String(n), loc)),
        annecy,
      ),
    )
  expect(at(annecy).delta.latitude).toBe(0.008)
  const far = at(point(6.1286, 47.9))
  expect([far.center, far.delta.latitude]).toEqual([annecy, 0.6])
  const { center, delta } = at(point(6.1286, 45.95), point(6.2, 45.8987))
  expect(center.coordinates[0]).toBeCloseTo((6.1286 + 6.2) / 2)
  expect(center.coordinates[1]).toBeCloseTo((45.8987 + 45.95) / 2)
  expect(delta.latitude).toBeCloseTo(45.95 - 45.8987)
  expect(delta.longitude).toBeCloseTo(6.2 - 6.1286)
})
