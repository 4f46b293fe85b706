import { deleteAccount, leaveCommunity } from '@parvis/contract/leaving.ts'
import { expect, test } from 'vitest'
import { store, storedText } from '#web/kernel/device/stored.ts'
import { calls, render, renderStandalone, press, stub, waitUntil } from '#web/testing/render-standalone.tsx'
import { useLeaveCommunity } from './leave-community.ts'

renderStandalone('session')

const TestButtons = () => {
  const { mutate, isSuccess } = useLeaveCommunity()
  return (
    <>
      <button onClick={() => mutate('delete')}>Delete</button>
      <button onClick={() => mutate('leave')}>Leave</button>
      {isSuccess && <i />}
    </>
  )
}

test.each([
  ['Delete', deleteAccount],
  ['Leave', leaveCommunity],
] as const)('the user name stored for the log-in is cleared by the button %s', async (label, endpoint) => {
  stub(endpoint, { _id: 'me' } as never)
  store('emailOrPseudo', 'camille@test.example')
  store('neighborhoodUri', 'les-tilleuls')
  await render(<TestButtons />)
  await press(label)
  await waitUntil(() => document.querySelector('i') !== null)
  expect(calls).toHaveLength(1)
  expect([storedText('emailOrPseudo'), storedText('neighborhoodUri')]).toEqual([null, 'les-tilleuls'])
})
