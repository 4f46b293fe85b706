import { logOut, switchCommunity } from '@parvis/contract/session.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { shownToasts } from '#web/ui/toasts.ts'
import { calls, draw, drawAlone, noNetwork, press, refusal, stub, until } from '#web/testing/draw-alone.tsx'
import { useLeave } from './use-leave.ts'

drawAlone('session')

const left = vi.fn()
const Ways = () => {
  const { leave, goTo } = useLeave(left)
  return (
    <>
      <button onClick={leave}>Out</button>
      <button onClick={() => goTo({ communityId: 'gare' })}>Gare</button>
    </>
  )
}
beforeEach(() => {
  left.mockClear()
  stub(logOut, { _id: 'me' })
})

test('logs out with a reason when the membership of the other community has ended', async () => {
  stub(switchCommunity, () => refusal('error404'))
  await draw(<Ways />)
  await press('Gare')
  await until(() => left.mock.calls.length > 0)
  expect(left).toHaveBeenCalledWith('noswitch')
  expect(calls).toEqual(['POST /api/auth/switch', 'DELETE /api/auth'])
})

test.each([
  ['for a while', () => refusal('toomanyrequests')],
  ['for want of a network', noNetwork],
])('a switch that fails %s keeps the session and shows an error', async (_, answer) => {
  stub(switchCommunity, answer)
  await draw(<Ways />)
  await press('Gare')
  await until(() => shownToasts().length > 0)
  expect(shownToasts().map(({ kind }) => kind)).toEqual(['error'])
  expect(left).not.toHaveBeenCalled()
})

test('logs out without a reason', async () => {
  await draw(<Ways />)
  await press('Out')
  await until(() => left.mock.calls.length > 0)
  expect(left).toHaveBeenCalledWith(undefined)
})
