// @vitest-environment node
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { whenIdle } from './when-idle.ts'

const act = vi.fn<() => void>()

beforeEach(() => {
  vi.useFakeTimers()
  act.mockReset()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('where the browser tells idle moments', () => {
  const ask = vi.fn<(run: () => void, options: { timeout: number }) => number>(() => 7)
  const callOff = vi.fn<(asked: number) => void>()

  beforeEach(() => {
    ask.mockClear()
    callOff.mockClear()
    vi.stubGlobal('requestIdleCallback', ask)
    vi.stubGlobal('cancelIdleCallback', callOff)
  })

  test('it acts in one, after a second at the latest', () => {
    whenIdle(act)
    vi.advanceTimersByTime(10_000)
    expect(act).not.toHaveBeenCalled()
    const [run, { timeout }] = ask.mock.calls[0]!
    expect(timeout).toBe(1000)
    run()
    expect(act).toHaveBeenCalledOnce()
  })

  test('it can be called off', () => {
    whenIdle(act)()
    expect(callOff).toHaveBeenCalledWith(7)
  })
})

describe('where it does not', () => {
  test('it acts after a short pause', () => {
    whenIdle(act)
    expect(act).not.toHaveBeenCalled()
    vi.advanceTimersByTime(50)
    expect(act).toHaveBeenCalledOnce()
  })

  test('it can be called off', () => {
    whenIdle(act)()
    vi.advanceTimersByTime(10_000)
    expect(act).not.toHaveBeenCalled()
  })
})
