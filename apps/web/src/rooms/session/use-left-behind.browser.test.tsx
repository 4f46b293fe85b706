import { clear, createStore } from 'idb-keyval'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { dropWaiting, keepWaiting } from '#web/kernel/outbox/waiting-store.ts'
import type { Waiting } from '#web/kernel/outbox/waiting.ts'
import { draw } from '#web/ui/testing/draw.tsx'
import type { Ended } from './session.queries.ts'
import { useWaitsHere } from './use-left-behind.ts'

const waiting: Waiting<'report'> = {
  kind: 'report',
  id: 'a',
  place: 'team',
  payload: { kind: 'post', id: 'a' },
  me: 'somebody',
  date: '2026-06-01T12:00:00.000Z',
  seq: 1,
}
const Door = ({ isOut = true, ended }: { isOut?: boolean; ended?: Ended }) => (
  <p>{useWaitsHere(isOut, ended) ? 'something waits' : 'nothing is said'}</p>
)
const said = () => page.getByRole('paragraph')
// pause: nothing may come, and the store says no end
const settled = () => new Promise(done => setTimeout(done, 300))

beforeEach(() => clear(createStore('parvis-unsent', 'waiting')))

test('who was logged out is told that something waits, until it does no more', async () => {
  await keepWaiting(waiting, true)
  await draw(<Door ended="password" />)
  await expect.element(said()).toHaveTextContent('something waits')
  // in another tab
  await dropWaiting(waiting)
  dispatchEvent(new Event('focus'))
  await expect.element(said()).toHaveTextContent('nothing is said')
})

test('nothing is said where nothing waits, nor where it was refused, nor to who is signed in or has left', async () => {
  await draw(<Door ended="logout" />)
  await settled()
  await expect.element(said()).toHaveTextContent('nothing is said')
  await keepWaiting({ ...waiting, refused: { key: 'forbidden' } }, true)
  await draw(<Door key="refused" ended="logout" />)
  await settled()
  await expect.element(said()).toHaveTextContent('nothing is said')
  await keepWaiting({ ...waiting, id: 'b' }, true)
  for (const door of [
    <Door key="in" isOut={false} />,
    <Door key="elsewhere" ended="elsewhere" />,
    <Door key="left" ended="left" />,
  ]) {
    await draw(door)
    await settled()
    await expect.element(said()).toHaveTextContent('nothing is said')
  }
})
