import { type Deal } from '@parvis/contract/deals.ts'
import { getInstallation } from '@parvis/contract/installation.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { render, renderStandalone, stub, waitUntil } from '#web/testing/render-standalone.tsx'
import { useMissingMap } from './missing-map.ts'

const drawMock = vi.fn(async (..._args: unknown[]) => ({
  file: new File([], 'map.jpg'),
  attribution: '© OpenStreetMap',
}))
const uploadMock = vi.fn(async (..._args: unknown[]) => ({}))
vi.mock('#web/ui/map/render-static-map.ts', () => ({ renderStaticMap: (...args: unknown[]) => drawMock(...args) }))
vi.mock('#web/kernel/http/upload.ts', () => ({ upload: (...args: unknown[]) => uploadMock(...args) }))
renderStandalone()

const deal = (longitude: number, more: object = {}) =>
  ({
    _id: 'd',
    loc: { type: 'Point', coordinates: [longitude, 45.9] },
    mapPhoto: null,
    abilities: { drawMap: true },
    ...more,
  }) as unknown as Deal
const Screen = ({ openedDeal }: { openedDeal: Deal }) => {
  useMissingMap(openedDeal)
  return null
}

beforeEach(() => {
  drawMock.mockClear()
  uploadMock.mockClear()
  stub(getInstallation, { tilesStyleUrl: 'https://tiles.test/style.json' } as never)
})

test('the static map is drawn when the team opens a deal without one, and again when the location has changed', async () => {
  await render(<Screen openedDeal={deal(6.13)} />)
  await waitUntil(() => uploadMock.mock.calls.length === 1)
  expect(uploadMock.mock.calls[0]![1]).toMatchObject({
    body: { _id: 'd', alt: '© OpenStreetMap', loc: deal(6.13).loc },
  })
  await render(<Screen openedDeal={deal(6.14)} />)
  await waitUntil(() => uploadMock.mock.calls.length === 2)
  expect(uploadMock.mock.calls[1]![1]).toMatchObject({ body: { loc: deal(6.14).loc } })
})

test('no map is drawn when the deal has one, or for viewers who may not draw it', async () => {
  await render(
    <>
      <Screen openedDeal={deal(6.13, { mapPhoto: { uri: 'x' } })} />
      <Screen openedDeal={deal(6.13, { abilities: { drawMap: false } })} />
      <Screen openedDeal={deal(6.15)} />
    </>,
  )
  await waitUntil(() => uploadMock.mock.calls.length > 0)
  expect(drawMock).toHaveBeenCalledOnce()
})
