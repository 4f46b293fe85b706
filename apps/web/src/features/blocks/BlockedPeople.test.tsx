import { type BlockedPerson, blockUser, listBlocked, unblockUser } from '@parvis/contract/blocks.ts'
import { act } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { t } from '#web/kernel/text/i18n.ts'
import { shownToasts } from '#web/ui/toasts.ts'
import { draw, drawAlone, press, refusal, shows, stub, until } from '#web/testing/draw-alone.tsx'
import { called } from '#web/testing/fields.ts'
import { BlockedPeople } from './BlockedPeople.tsx'
import { BlockedThread } from './BlockedThread.tsx'

drawAlone('blocks')

const bob = {
  _id: 'bob',
  pseudo: 'bob',
  firstname: null,
  initial: null,
  company: null,
  date: new Date().toISOString(),
} as BlockedPerson
const changed = vi.fn()
let blocked: BlockedPerson[]
beforeEach(() => {
  changed.mockClear()
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
const takeBack = () => called(t('blocks.unblock.of', { name: 'bob' }))

describe('whom one has blocked', () => {
  test('are taken back one by one; the title has the focus then, and a mistake is undone', async () => {
    await draw(<BlockedPeople onChanged={changed} />)
    await until(() => takeBack() !== undefined)
    await act(async () => {
      takeBack()!.focus()
      takeBack()!.click()
    })
    await shows(t('blocks.list.empty'))
    expect(changed).toHaveBeenLastCalledWith('bob', false)
    await until(() => document.activeElement?.textContent === t('blocks.list.title'))
    expect(document.activeElement?.textContent).toBe(t('blocks.list.title'))
    const undone = shownToasts().find(({ text }) => text === t('blocks.undone', { name: 'bob' }))!
    await act(async () => undone.action!.onClick())
    await until(() => takeBack() !== undefined)
    expect(takeBack()).toBeDefined()
    expect(changed).toHaveBeenLastCalledWith('bob', true)
  })

  test('that did not come are asked for again', async () => {
    stub(listBlocked, () => refusal('unexpectederror'))
    await draw(<BlockedPeople onChanged={changed} />)
    await shows(t('blocks.list.failed'))
    stub(listBlocked, [])
    await press(t('common.retry'))
    await shows(t('blocks.list.empty'))
  })

  test('that stay blocked for want of an answer are told', async () => {
    stub(unblockUser, () => refusal('toomanyrequests'))
    await draw(<BlockedPeople onChanged={changed} />)
    await until(() => takeBack() !== undefined)
    await act(async () => takeBack()!.click())
    await until(() => shownToasts().some(({ text }) => text.startsWith(t('blocks.undo.failed', { name: 'bob' }))))
    expect(takeBack()).toBeDefined()
    expect(changed).not.toHaveBeenCalled()
  })
})

describe('in place of what is theirs', () => {
  test('stands who is blocked, which takes the focus that nothing has', async () => {
    await draw(<BlockedThread who="bob" otherwise={<p>Nobody</p>} onChanged={changed} />)
    await shows(t('blocks.thread.title', { name: 'bob' }))
    expect(document.activeElement?.textContent).toBe(t('blocks.thread.title', { name: 'bob' }))
    await press(t('blocks.unblock'))
    await shows('Nobody')
    expect(changed).toHaveBeenLastCalledWith('bob', false)
  })
})
