import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#web/kernel/http/query-client.ts'
import { loadTexts, setLanguage } from '#web/kernel/text/i18n.ts'
import { SlowLoading } from './SlowLoading.tsx'

let root: Root | undefined

const render = async () => {
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () =>
    root?.render(
      <SlowLoading>
        <i>what comes</i>
      </SlowLoading>,
    ),
  )
}
const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const statusText = () => document.querySelector('[role=status]')!.textContent
const isShown = () => document.querySelector('i') !== null

beforeAll(async () => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  await loadTexts('frame')
  await setLanguage('en')
})
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(async () => {
  await act(async () => root?.unmount())
  queryClient.clear()
  vi.useRealTimers()
  document.body.replaceChildren()
})

test('SlowLoading shows its children after a short delay, and a text after ten seconds', async () => {
  await render()
  expect([isShown(), statusText()]).toEqual([false, ''])
  await advance(1_000)
  expect([isShown(), statusText()]).toEqual([true, ''])
  await advance(8_900)
  expect(statusText()).toBe('')
  await advance(200)
  expect(statusText()).toBe('Still loading. The connection is slow.')
})

test('SlowLoading says that a call is being retried, two seconds after it failed', async () => {
  await render()
  void queryClient
    .fetchQuery({ queryKey: ['a'], queryFn: () => Promise.reject(new Error('no')), retry: 1, retryDelay: 5_000 })
    .catch(() => {})
  await advance(1_900)
  expect(statusText()).toBe('')
  await advance(200)
  expect(statusText()).toBe('This did not work at once. Trying again.')
})
