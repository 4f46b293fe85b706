import { type Conversation, flagMessage } from '@parvis/contract/chat.ts'
import { expect, test, vi } from 'vitest'
import { t } from '#web/kernel/text/i18n.ts'
import { shownToasts } from '#web/ui/toasts.ts'
import { calls, draw, drawAlone, press, refusal, shows, stub, until } from '#web/testing/draw-alone.tsx'
import { called } from '#web/testing/fields.ts'
import { FirstContact } from './FirstContact.tsx'

drawAlone('messageacts', 'messages')

const answered = vi.fn()
const blocked = vi.fn()
const open = (more: object = {}) =>
  draw(
    <FirstContact
      conversation={
        { _id: 'c1', abilities: { block: true }, firstContact: { messageId: 'm1' }, ...more } as unknown as Conversation
      }
      name="Ana"
      onAnswer={answered}
      onBlock={blocked}
    />,
  )

test('offers to answer, block or report the first message of an adult, each with one tap', async () => {
  stub(flagMessage, () => refusal('toomanyrequests'))
  await open()
  await shows(t('messageacts.first.text', { name: 'Ana' }))
  await press(t('messageacts.first.answer'))
  expect(answered).toHaveBeenCalledTimes(1)
  await press(t('messageacts.first.block'))
  expect(blocked).toHaveBeenCalledTimes(1)
  await press(t('messageacts.first.flag'))
  await until(() => shownToasts().length > 0)
  expect(shownToasts()[0]!.kind).toBe('error')
  expect(calls).toHaveLength(1)
  expect(calls[0]).toContain('m1')
})

test('says that it is reported and does not offer to report it again', async () => {
  await open({ firstContact: { messageId: 'm1', flagged: true }, abilities: { block: false } })
  await shows(t('messageacts.flag.done'))
  expect([called(t('messageacts.first.flag')), called(t('messageacts.first.block'))]).toEqual([undefined, undefined])
})
