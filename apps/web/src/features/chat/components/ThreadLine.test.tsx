import { act } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { PendingItem } from '#web/kernel/outbox/pending.ts'
import { render, renderStandalone, press, expectText, waitUntil } from '#web/testing/render-standalone.tsx'
import { ThreadLine } from './ThreadLine.tsx'
import { ME, OTHER, someConversation } from '../some-message.ts'

renderStandalone('chat', 'outbox', 'session')

describe('a pending message', () => {
  const onSendAgain = vi.fn()
  const onDiscard = vi.fn()
  afterEach(() => vi.clearAllMocks())
  const renderPending = (more: Partial<PendingItem<'message'>>) =>
    render(
      <ThreadLine
        row={{
          kind: 'waiting',
          key: 'm1',
          joined: false,
          pending: {
            kind: 'message',
            id: 'm1',
            me: ME,
            place: `to ${OTHER}`,
            date: new Date().toISOString(),
            seq: 1,
            payload: { tmpId: 'm1', to: OTHER, text: 'Es-tu là ?' },
            ...more,
          },
        }}
        isGroup={false}
        me={ME}
        conversation={someConversation()}
        partnerName={null}
        groupPost={null}
        renderLinkedPost={() => null}
        menuOf={() => null}
        onSendAgain={onSendAgain}
        onDiscard={onDiscard}
      />,
    )
  const labels = () => [...document.querySelectorAll('button')].map(button => button.textContent)

  test('can be cancelled once sending takes longer than usual', async () => {
    await renderPending({ date: new Date(Date.now() - 5_000).toISOString() })
    await waitUntil(() => labels().includes('Do not send'))
    await act(async () => document.querySelector<HTMLElement>('[aria-label="Do not send: Es-tu là ?"]')!.click())
    expect(onDiscard).toHaveBeenCalledExactlyOnceWith('m1')
  })

  test('shows why the server refused it, and can be sent again or discarded', async () => {
    await renderPending({ refused: { key: 'toomanyrequests', params: { seconds: 80_000 } } })
    await expectText('Not sent:')
    await press('Send again')
    expect(onSendAgain).toHaveBeenCalledExactlyOnceWith('m1')
    await press('Discard')
    expect(onDiscard).toHaveBeenCalledExactlyOnceWith('m1')
  })

  test.each([
    ['forbidden', 'Not sent: you cannot write here at the moment.'],
    ['error404', 'Not sent: there is nothing here any more to write to.'],
    ['minorfirstcontact', 'Not sent: a first message here is words alone, and you can go on once you are answered.'],
  ] as const)('explains the refusal %s with a text that is specific to conversations', async (key, text) => {
    await renderPending({ refused: { key } })
    await expectText(text)
    expect(labels()).toContain('Discard')
  })
})
