import { type BlockedPerson, blockUser, listBlocked, unblockUser } from '@parvis/contract/blocks.ts'
import { act } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { t } from '#web/kernel/text/i18n.ts'
import { shownToasts } from '#web/ui/toasts.ts'
import {
  render,
  renderStandalone,
  press,
  refusal,
  expectText,
  stub,
  waitUntil,
} from '#web/testing/render-standalone.tsx'
import { findControl } from '#web/testing/fields.ts'
import { BlockedPeople } from './BlockedPeople.tsx'
import { BlockedThread } from './BlockedThread.tsx'

renderStandalone('blocks')

const bob = {
  _id: 'bob',
  pseudo: 'bob',
  firstname: null,
  initial: null,
  company: null,
  date: new Date().toISOString(),
} as BlockedPerson
const onChanged = vi.fn()
let blocked: BlockedPerson[]
beforeEach(() => {
  onChanged.mockClear()
  blocked = [bob]
  stub(listBlocked, () => blocked)
  stub(unblockUser, () => {
    blocked = []
    return { ...bob, blocked: false } as never
  })
  stub(blockUser, () => {
    blocked = [bob]
    return { ...bob, blocked: true } as never
  })
})
const unblockButton = () => findControl(t('blocks.unblock.of', { name: 'bob' }))

describe('the list of blocked people', () => {
  test('unblocks one person, moves the focus to the title and offers an undo', async () => {
    await render(<BlockedPeople onBlockChanged={onChanged} />)
    await waitUntil(() => unblockButton() !== undefined)
    await act(async () => {
      unblockButton()!.focus()
      unblockButton()!.click()
    })
    await expectText(t('blocks.list.empty'))
    expect(onChanged).toHaveBeenLastCalledWith('bob', false)
    await waitUntil(() => document.activeElement?.textContent === t('blocks.list.title'))
    expect(document.activeElement?.textContent).toBe(t('blocks.list.title'))
    const undoToast = shownToasts().find(({ text }) => text === t('blocks.undone', { name: 'bob' }))!
    await act(async () => undoToast.action!.onClick())
    await waitUntil(() => unblockButton() !== undefined)
    expect(unblockButton()).toBeDefined()
    expect(onChanged).toHaveBeenLastCalledWith('bob', true)
  })

  test('loads again on retry after loading failed', async () => {
    stub(listBlocked, () => refusal('unexpectederror'))
    await render(<BlockedPeople onBlockChanged={onChanged} />)
    await expectText(t('blocks.list.failed'))
    stub(listBlocked, [])
    await press(t('common.retry'))
    await expectText(t('blocks.list.empty'))
  })

  test('keeps a person blocked and shows an error when the server refuses to unblock', async () => {
    stub(unblockUser, () => refusal('toomanyrequests'))
    await render(<BlockedPeople onBlockChanged={onChanged} />)
    await waitUntil(() => unblockButton() !== undefined)
    await act(async () => unblockButton()!.click())
    await waitUntil(() => shownToasts().some(({ text }) => text.startsWith(t('blocks.undo.failed', { name: 'bob' }))))
    expect(unblockButton()).toBeDefined()
    expect(onChanged).not.toHaveBeenCalled()
  })
})

describe('BlockedThread', () => {
  test('shows that the person is blocked, receives the focus when no other element has it, and unblocks on request', async () => {
    await render(<BlockedThread pseudoOrId="bob" fallback={<p>Nobody</p>} onBlockChanged={onChanged} />)
    await expectText(t('blocks.thread.title', { name: 'bob' }))
    expect(document.activeElement?.textContent).toBe(t('blocks.thread.title', { name: 'bob' }))
    await press(t('blocks.unblock'))
    await expectText('Nobody')
    expect(onChanged).toHaveBeenLastCalledWith('bob', false)
  })
})
