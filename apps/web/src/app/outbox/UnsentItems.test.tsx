import { useLocation } from '@tanstack/react-router'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { store } from '#web/kernel/device/stored.ts'
import { outbox } from '#web/kernel/outbox/outbox.ts'
import { device } from '#web/kernel/outbox/memory-store.ts'
import { newPublication } from '#web/features/publish/publication.ts'
import { createPendingPublication } from '#web/features/publish/pending-posts.ts'
import { render, renderStandalone, press, expectText, waitUntil } from '#web/testing/render-standalone.tsx'
import { UnsentItems } from './UnsentItems.tsx'

vi.mock('#web/kernel/outbox/pending-store.ts', () => import('#web/kernel/outbox/memory-store.ts'))
renderStandalone('outbox')

beforeEach(async () => {
  device.reset()
  await outbox.open('me')
})
afterEach(() =>
  act(async () => {
    for (const { id } of outbox.pending()) outbox.cancel(id)
    await outbox.open(null)
    store('publications', null)
  }),
)

const Screen = () => (
  <>
    <output>{useLocation().href}</output>
    <UnsentItems communityUri="les-tilleuls" />
  </>
)

test.each([
  ['with its good deal', 'd1', '?templateId=t1&goodDealId=d1'],
  ['without a good deal', undefined, '?templateId=t1'],
])('an unsent publication can be edited again in its form, %s', async (_, dealId, search) => {
  const payload = { publication: newPublication(), templateId: 't1', dealId, body: { templateId: 't1' } }
  await outbox.send(createPendingPublication(payload, 'Barbecue'))
  await render(<Screen />)
  await expectText('Barbecue')
  await press('Change')
  const address = () => document.querySelector('output')?.textContent
  await waitUntil(() => address() !== '/')
  expect(address()).toBe(`/les-tilleuls/actualites/parametres-publication${search}`)
  expect(outbox.pending()).toEqual([])
})
