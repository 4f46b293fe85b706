import { beforeAll, expect, test } from 'vitest'
import { draw, drawAlone, shows, tap } from '#web/testing/draw-alone.tsx'
import { loadOnDemand } from './load-on-demand.ts'
import { ME, OTHER, someConversation, someMessage } from './some-message.ts'
import { useMessageActs } from './use-message-acts.tsx'

drawAlone('messages')

beforeAll(async () => {
  // Loading the chunk at the tap may take long on a busy machine.
  await loadOnDemand()
  // This DOM has no popovers.
  HTMLElement.prototype.showPopover ??= () => {}
})

/** Recent, so that it can still be deleted. */
const date = new Date().toISOString()
const Screen = ({ from }: { from: string }) =>
  useMessageActs({ _id: ME }, someConversation()).menuOf(someMessage(1, { from, date }))

test.each([
  ['another’s message is reported and not deleted', OTHER, ['Copy the text', 'Report']],
  ['one’s own message is deleted and not reported', ME, ['Copy the text', 'Delete for everybody']],
])('%s', async (_, from, acts) => {
  await draw(<Screen from={from} />)
  await tap('Message options')
  await shows('Copy the text')
  expect([...document.querySelectorAll('[role=menuitem]')].map(one => one.textContent)).toEqual(acts)
})
