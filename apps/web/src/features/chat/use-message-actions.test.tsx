import { beforeAll, expect, test } from 'vitest'
import { render, renderStandalone, expectText, tap } from '#web/testing/render-standalone.tsx'
import { ME, OTHER, someConversation, someMessage } from './some-message.ts'
import { useMessageActions } from './use-message-actions.tsx'

renderStandalone('chat')

beforeAll(async () => {
  // Loads the menu beforehand, because loading it on tap may time out on a busy machine.
  await import('#web/ui/Menu.tsx')
  // The test DOM has no popovers.
  HTMLElement.prototype.showPopover ??= () => {}
})

/** A recent date, because old messages cannot be deleted. */
const date = new Date().toISOString()
const Screen = ({ from }: { from: string }) =>
  useMessageActions({ _id: ME }, someConversation()).menuOf(someMessage(1, { from, date }))

test.each([
  ['another’s message is reported and not deleted', OTHER, ['Copy the text', 'Report']],
  ['one’s own message is deleted and not reported', ME, ['Copy the text', 'Delete for everybody']],
])('the menu of a message depends on its author: %s', async (_, from, actions) => {
  await render(<Screen from={from} />)
  await tap('Message options')
  await expectText('Copy the text')
  expect([...document.querySelectorAll('[role=menuitem]')].map(item => item.textContent)).toEqual(actions)
})
