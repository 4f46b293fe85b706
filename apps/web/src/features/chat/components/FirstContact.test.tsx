import { type Conversation, flagMessage } from '@parvis/contract/chat.ts'
import { expect, test, vi } from 'vitest'
import { t } from '#web/kernel/text/i18n.ts'
import { shownToasts } from '#web/ui/toasts.ts'
import {
  calls,
  render,
  renderStandalone,
  press,
  refusal,
  expectText,
  stub,
  waitUntil,
} from '#web/testing/render-standalone.tsx'
import { findControl } from '#web/testing/fields.ts'
import { FirstContact } from './FirstContact.tsx'

renderStandalone('chat')

const onAnswer = vi.fn()
const onBlock = vi.fn()
const renderNotice = (more: object = {}) =>
  render(
    <FirstContact
      conversation={
        { _id: 'c1', abilities: { block: true }, firstContact: { messageId: 'm1' }, ...more } as unknown as Conversation
      }
      name="Ana"
      onAnswer={onAnswer}
      onBlock={onBlock}
    />,
  )

test('the first message of an adult to a minor can be answered or reported, and its author blocked, with one tap; a failed report shows an error', async () => {
  stub(flagMessage, () => refusal('toomanyrequests'))
  await renderNotice()
  await expectText(t('messageacts.first.text', { name: 'Ana' }))
  await press(t('messageacts.first.answer'))
  expect(onAnswer).toHaveBeenCalledTimes(1)
  await press(t('messageacts.first.block'))
  expect(onBlock).toHaveBeenCalledTimes(1)
  await press(t('messageacts.first.flag'))
  await waitUntil(() => shownToasts().length > 0)
  expect(shownToasts()[0]!.kind).toBe('error')
  expect(calls).toHaveLength(1)
  expect(calls[0]).toContain('m1')
})

test('a first message that was reported is shown as reported and cannot be reported again', async () => {
  await renderNotice({ firstContact: { messageId: 'm1', flagged: true }, abilities: { block: false } })
  await expectText(t('messageacts.flag.done'))
  expect([findControl(t('messageacts.first.flag')), findControl(t('messageacts.first.block'))]).toEqual([
    undefined,
    undefined,
  ])
})
