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

describe('with requestIdleCallback', () => {
  const ask = vi.fn<(run: () => void, options: { timeout: number }) => number>(() => 7)
  const callOff = vi.fn<(asked: number) => void>()

  beforeEach(() => {
    ask.mockClear()
    callOff.mockClear()
    vi.stubGlobal('requestIdleCallback', ask)
    vi.stubGlobal('cancelIdleCallback', callOff)
  })

  test('runs the task when idle, after a second at the latest', () => {
    whenIdle(act)
    vi.advanceTimersByTime(10_000)
    expect(act).not.toHaveBeenCalled()
    const [run, { timeout }] = ask.mock.calls[0]!
    expect(timeout).toBe(1000)
    run()
    expect(act).toHaveBeenCalledOnce()
  })

  test('can be cancelled', () => {
    whenIdle(act)()
    expect(callOff).toHaveBeenCalledWith(7)
  })
})

describe('without requestIdleCallback', () => {
  test('runs the task after a short delay', () => {
    whenIdle(act)
    expect(act).not.toHaveBeenCalled()
    vi.advanceTimersByTime(50)
    expect(act).toHaveBeenCalledOnce()
  })

  test('can be cancelled', () => {
    whenIdle(act)()
    vi.advanceTimersByTime(10_000)
    expect(act).not.toHaveBeenCalled()
  })
})
