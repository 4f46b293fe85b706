import { useLocation } from '@tanstack/react-router'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { store } from '#web/kernel/device/stored.ts'
import { outbox } from '#web/kernel/outbox/outbox.ts'
import { device } from '#web/kernel/outbox/some-store.ts'
import { newPublication } from '#web/features/publish/publication.ts'
import { unsentPublication } from '#web/features/publish/unsent.ts'
import { draw, drawAlone, press, shows, until } from '#web/testing/draw-alone.tsx'
import { Unsent } from './Unsent.tsx'

vi.mock('#web/kernel/outbox/waiting-store.ts', () => import('#web/kernel/outbox/some-store.ts'))
drawAlone('outbox')

beforeEach(async () => {
  device.renew()
  await outbox.open('me')
})
afterEach(() =>
  act(async () => {
    for (const { id } of outbox.waiting()) outbox.forget(id)
    await outbox.open(null)
    store('publications', null)
  }),
)

const Screen = () => (
  <>
    <output>{useLocation().href}</output>
    <Unsent communityUri="les-tilleuls" />
  </>
)

test.each([
  ['and still invites to its good deal', 'd1', '?templateId=t1&goodDealId=d1'],
  ['alone where it invites to none', undefined, '?templateId=t1'],
])('takes a pending publication back into its form, %s', async (_, dealId, search) => {
  const payload = { publication: newPublication(), templateId: 't1', dealId, body: { templateId: 't1' } }
  await outbox.send(unsentPublication(payload, 'Barbecue'))
  await draw(<Screen />)
  await shows('Barbecue')
  await press('Change')
  const address = () => document.querySelector('output')?.textContent
  await until(() => address() !== '/')
  expect(address()).toBe(`/les-tilleuls/actualites/parametres-publication${search}`)
  expect(outbox.waiting()).toEqual([])
})
