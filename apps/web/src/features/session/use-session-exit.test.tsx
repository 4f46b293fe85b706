import { logOut, switchCommunity } from '@parvis/contract/session.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { shownToasts } from '#web/ui/toasts.ts'
import {
  calls,
  render,
  renderStandalone,
  noNetwork,
  press,
  refusal,
  stub,
  waitUntil,
} from '#web/testing/render-standalone.tsx'
import { useSessionExit } from './use-session-exit.ts'

renderStandalone('session')

const onLeft = vi.fn()
const TestButtons = () => {
  const { leave, switchTo } = useSessionExit(onLeft)
  return (
    <>
      <button onClick={leave}>Out</button>
      <button onClick={() => switchTo({ communityId: 'gare' })}>Gare</button>
    </>
  )
}
beforeEach(() => {
  onLeft.mockClear()
  stub(logOut, { _id: 'me' })
})

test('a switch to another community logs out with the reason `noswitch` if the membership there has ended', async () => {
  stub(switchCommunity, () => refusal('error404'))
  await render(<TestButtons />)
  await press('Gare')
  await waitUntil(() => onLeft.mock.calls.length > 0)
  expect(onLeft).toHaveBeenCalledWith('noswitch')
  expect(calls).toEqual(['POST /api/auth/switch', 'DELETE /api/auth'])
})

test.each([
  ['because of a rate limit', () => refusal('toomanyrequests')],
  ['without a network', noNetwork],
])('a switch that fails %s does not end the session, and shows an error', async (_, answer) => {
  stub(switchCommunity, answer)
  await render(<TestButtons />)
  await press('Gare')
  await waitUntil(() => shownToasts().length > 0)
  expect(shownToasts().map(({ kind }) => kind)).toEqual(['error'])
  expect(onLeft).not.toHaveBeenCalled()
})

test('a log-out by the user is reported without a reason', async () => {
  await render(<TestButtons />)
  await press('Out')
  await waitUntil(() => onLeft.mock.calls.length > 0)
  expect(onLeft).toHaveBeenCalledWith(undefined)
})
