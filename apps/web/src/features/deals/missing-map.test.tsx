import { type Deal } from '@parvis/contract/deals.ts'
import { getInstallation } from '@parvis/contract/installation.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { draw, drawAlone, stub, until } from '#web/testing/draw-alone.tsx'
import { useMissingMap } from './missing-map.ts'

const drawn = vi.fn(async (..._given: unknown[]) => ({ file: new File([], 'map.jpg'), credit: '© OpenStreetMap' }))
const sent = vi.fn(async (..._given: unknown[]) => ({}))
vi.mock('#web/ui/map/draw-static-map.ts', () => ({ drawStaticMap: (...given: unknown[]) => drawn(...given) }))
vi.mock('#web/kernel/http/upload.ts', () => ({ upload: (...given: unknown[]) => sent(...given) }))
drawAlone()

const deal = (longitude: number, more: object = {}) =>
  ({
    _id: 'd',
    loc: { type: 'Point', coordinates: [longitude, 45.9] },
    mapPhoto: null,
    abilities: { drawMap: true },
    ...more,
  }) as unknown as Deal
const Screen = ({ shown }: { shown: Deal }) => {
  useMissingMap(shown)
  return null
}

beforeEach(() => {
  drawn.mockClear()
  sent.mockClear()
  stub(getInstallation, { tilesStyleUrl: 'https://tiles.test/style.json' } as never)
})

test('draws the map when the team opens a deal without one, and again after it has moved', async () => {
  await draw(<Screen shown={deal(6.13)} />)
  await until(() => sent.mock.calls.length === 1)
  expect(sent.mock.calls[0]![1]).toMatchObject({ body: { _id: 'd', alt: '© OpenStreetMap', loc: deal(6.13).loc } })
  await draw(<Screen shown={deal(6.14)} />)
  await until(() => sent.mock.calls.length === 2)
  expect(sent.mock.calls[1]![1]).toMatchObject({ body: { loc: deal(6.14).loc } })
})

test('does not draw an existing map, or one for viewers who may not', async () => {
  await draw(
    <>
      <Screen shown={deal(6.13, { mapPhoto: { uri: 'x' } })} />
      <Screen shown={deal(6.13, { abilities: { drawMap: false } })} />
      <Screen shown={deal(6.15)} />
    </>,
  )
  await until(() => sent.mock.calls.length > 0)
  expect(drawn).toHaveBeenCalledOnce()
})
