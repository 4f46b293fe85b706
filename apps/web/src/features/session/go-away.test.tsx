import { deleteAccount, leaveCommunity } from '@parvis/contract/leaving.ts'
import { expect, test } from 'vitest'
import { store, storedText } from '#web/kernel/device/stored.ts'
import { calls, draw, drawAlone, press, stub, until } from '#web/testing/draw-alone.tsx'
import { useGoAway } from './go-away.ts'

drawAlone('session')

const Ways = () => {
  const { mutate, isSuccess } = useGoAway()
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
] as const)('clears the name in the log-in after: %s', async (way, endpoint) => {
  stub(endpoint, { _id: 'me' } as never)
  store('emailOrPseudo', 'camille@test.example')
  store('neighborhoodUri', 'les-tilleuls')
  await draw(<Ways />)
  await press(way)
  await until(() => document.querySelector('i') !== null)
  expect(calls).toHaveLength(1)
  expect([storedText('emailOrPseudo'), storedText('neighborhoodUri')]).toEqual([null, 'les-tilleuls'])
})
