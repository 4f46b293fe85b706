// @vitest-environment node
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { whenIdle } from './when-idle.ts'

const task = vi.fn<() => void>()

beforeEach(() => {
  vi.useFakeTimers()
  task.mockReset()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('whenIdle with requestIdleCallback', () => {
  const requestIdle = vi.fn<(run: () => void, options: { timeout: number }) => number>(() => 7)
  const cancelIdle = vi.fn<(asked: number) => void>()

  beforeEach(() => {
    requestIdle.mockClear()
    cancelIdle.mockClear()
    vi.stubGlobal('requestIdleCallback', requestIdle)
    vi.stubGlobal('cancelIdleCallback', cancelIdle)
  })

  test('runs the task when the browser is idle, after a second at the latest', () => {
    whenIdle(task)
    vi.advanceTimersByTime(10_000)
    expect(task).not.toHaveBeenCalled()
    const [run, { timeout }] = requestIdle.mock.calls[0]!
    expect(timeout).toBe(1000)
    run()
    expect(task).toHaveBeenCalledOnce()
  })

  test('can be cancelled', () => {
    whenIdle(task)()
    expect(cancelIdle).toHaveBeenCalledWith(7)
  })
})

describe('whenIdle without requestIdleCallback', () => {
  test('runs the task after a short delay', () => {
    whenIdle(task)
    expect(task).not.toHaveBeenCalled()
    vi.advanceTimersByTime(50)
    expect(task).toHaveBeenCalledOnce()
  })

  test('can be cancelled', () => {
    whenIdle(task)()
    vi.advanceTimersByTime(10_000)
    expect(task).not.toHaveBeenCalled()
  })
})
