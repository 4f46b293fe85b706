import { act, useEffect } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { clearPage, render, renderStandalone } from '#web/testing/render-standalone.tsx'
import { draftStore } from './drafts.ts'
import { bool, optional, oneOf, text } from './shape.ts'
import { type DraftOptions, renewKey, useDraft } from './use-draft.ts'

interface Values {
  tmpId: string
  title: string
  nearby: boolean
  sent?: 'same' | 'changed' | undefined
}
const shape = { tmpId: text, title: text, nearby: bool, sent: optional(oneOf('same', 'changed')) }
const saved: Values = { tmpId: 'a', title: 'Bread', nearby: true }
const store = draftStore('dealdrafts', 'me')
let form: ReturnType<typeof useDraft<Values>>

const Form = (options: Partial<DraftOptions<Values>>) => {
  const state = useDraft<Values>({ store, shape, current: saved, renew: renewKey, ...options })
  useEffect(() => {
    form = state
  })
  return null
}
const change = (patch: Partial<Values>) => act(async () => form.change(patch))

renderStandalone()
beforeEach(() => localStorage.clear())

test('the whole form is stored once it is edited, and restored until the values are those without the draft', async () => {
  await render(<Form />)
  expect(store.load()).toBeUndefined()
  await change({ title: 'Cake' })
  expect(store.load()).toEqual({ ...saved, title: 'Cake' })
  await clearPage()
  await render(<Form current={{ ...saved, tmpId: 'b', nearby: false }} />)
  expect([form.restored, form.draft]).toEqual([true, { ...saved, title: 'Cake' }])
  await change({ title: 'Bread', nearby: false })
  expect(store.load()).toBeUndefined()
})

test('only the edits of values that others change are stored, and the form shows later changes in all other fields', async () => {
  await render(<Form isShared />)
  await change({ title: 'Cake' })
  expect(store.load()).toEqual({ title: { before: 'Bread', now: 'Cake' } })
  await clearPage()
  await render(<Form isShared current={{ ...saved, title: 'Bun', nearby: false }} />)
  expect(form.draft).toEqual({ ...saved, title: 'Cake', nearby: false })
  expect([form.conflicts, form.hasForeignChanges]).toEqual([['title'], true])
  await act(async () => form.takeTheirs('title'))
  expect([form.draft.title, form.conflicts, store.load()]).toEqual(['Bun', [], undefined])
})

test('a draft that was sent counts as changed by the next edit', async () => {
  await render(<Form />)
  await change({ title: 'Cake', sent: 'same' })
  expect(form.draft.sent).toBe('same')
  await change({ title: 'Cakes' })
  expect(form.draft).toMatchObject({ sent: 'changed', tmpId: 'a' })
})

test('a form whose draft another tab has sent gets a new idempotency key', async () => {
  await render(<Form />)
  await change({ title: 'Cake', sent: 'same' })
  const tell = () => act(async () => dispatchEvent(new StorageEvent('storage', { key: 'dealdrafts' })))
  await tell()
  expect(form.draft.tmpId).toBe('a')
  localStorage.clear()
  await tell()
  expect(form.draft.tmpId).not.toBe('a')
  expect([form.draft.title, form.draft.sent]).toEqual(['Cake', undefined])
})
