import { act, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useDebouncedText } from './debounced-text.ts'

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean
}

const emitted: string[] = []
let field: { text: string; type: (text: string) => void }
const root = createRoot(document.createElement('div'))

const Field = ({ value }: { value: string }) => {
  const [text, type] = useDebouncedText(value, typed => emitted.push(typed))
  useEffect(() => {
    field = { text, type }
  }, [text, type])
  return null
}
const show = (value: string) => act(async () => root.render(<Field value={value} />))
const type = (text: string) => act(async () => field.type(text))
const pause = () => act(() => vi.advanceTimersByTimeAsync(1_000))

beforeEach(() => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  vi.useFakeTimers()
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.useRealTimers()
})

test('a text that arrives late as the value does not replace what was typed since; going back does', async () => {
  await show('')
  await type('vé')
  await pause()
  await type('vélo')
  await show('vé')
  expect(field.text).toBe('vélo')
  await pause()
  await show('vélo')
  expect(emitted).toEqual(['vé', 'vélo'])
  await show('')
  expect(field.text).toBe('')
  await show('vélo')
  expect(field.text).toBe('vélo')
  await pause()
  expect(emitted).toEqual(['vé', 'vélo'])
})
