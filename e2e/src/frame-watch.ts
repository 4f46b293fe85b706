import type { CDPSession, Page } from 'playwright-core'

/** Scroll speed of a flick of the mouse wheel, in pixels per second; synthesized touches do not scroll. */
export const SCROLL_SPEED = 3_000

/** The scroll container (a selector; the page by default) and the rows in it. */
export interface ScrollTarget {
  scroller?: string
  rows: string
}

/** Frame times in milliseconds; `place` names the scrolled part, `blank` counts the frames with a gap in the rows. */
export interface ScrollFigures {
  place: string
  frames: number
  /** Share of the frames that took longer than the threshold, in per cent. */
  over: number
  p50: number
  p95: number
  longest: number
  blank: number
}

interface FrameLog {
  frames: number[]
  blank: number
  on: boolean
  from: number
  to: number
}

const startRecording = (page: Page, { scroller, rows: selector }: ScrollTarget) =>
  page.evaluate(
    ([scrollerSelector, rowsSelector]) => {
      const box = scrollerSelector ? document.querySelector(scrollerSelector)! : null
      const position = () => box?.scrollTop ?? scrollY
      const log: FrameLog = { frames: [], blank: 0, on: true, from: position(), to: position() }
      Object.assign(window, { log })
      let last = performance.now()
      const onFrame = (now: number) => {
        log.frames.push(now - last)
        last = now
        log.from = Math.min(log.from, position())
        log.to = Math.max(log.to, position())
        // elementFromPoint fails during scrolling; a binary search reads few positions, as each read takes time.
        const rows = document.querySelectorAll(rowsSelector)
        const isRowAt = (y: number) => {
          let [low, high] = [0, rows.length - 1]
          while (low <= high) {
            const middle = (low + high) >> 1
            const { top, bottom } = rows[middle]!.getBoundingClientRect()
            if (bottom < y) low = middle + 1
            else if (top > y) high = middle - 1
            else return true
          }
          return false
        }
        if ([0.3, 0.5, 0.7].some(part => !isRowAt(innerHeight * part))) log.blank++
        if (log.on) requestAnimationFrame(onFrame)
      }
      requestAnimationFrame(now => {
        last = now
        requestAnimationFrame(onFrame)
      })
    },
    [scroller, selector] as const,
  )

const stopRecording = (page: Page) =>
  page.evaluate(() => {
    const { log } = window as unknown as { log: FrameLog }
    log.on = false
    return log
  })

const percentile = (sorted: readonly number[], share: number) =>
  Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN).toFixed(1))

const flick = (devtools: CDPSession, pixels: number, x = 195, y = 500) =>
  devtools.send('Input.synthesizeScrollGesture', {
    x,
    y,
    yDistance: pixels,
    speed: SCROLL_SPEED,
    gestureSourceType: 'mouse',
    preventFling: true,
  })

/**
 * Records frames during strokes; each stroke scrolls and then returns by half its distance. `threshold`: allowed ms per
 * frame.
 */
export const measureScroll = async (
  page: Page,
  devtools: CDPSession,
  {
    place,
    strokes,
    threshold,
    up = false,
    x,
    ...target
  }: ScrollTarget & { place: string; strokes: number; threshold: number; up?: boolean; x?: number },
): Promise<ScrollFigures> => {
  const direction = up ? 1 : -1
  await startRecording(page, target)
  for (let stroke = 0; stroke < strokes; stroke++) {
    await flick(devtools, direction * SCROLL_SPEED, x)
    await flick(devtools, (-direction * SCROLL_SPEED) / 2, x)
  }
  const { frames, blank, from, to } = await stopRecording(page)
  if (to - from < SCROLL_SPEED / 2) throw new Error(`The page did not scroll: ${to - from} px.`)
  const sorted = frames.toSorted((a, b) => a - b)
  const over = Number(((100 * frames.filter(frame => frame > threshold).length) / frames.length).toFixed(1))
  return {
    place,
    frames: frames.length,
    over,
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    longest: percentile(sorted, 1),
    blank,
  }
}

export const printScrollFigures = (
  { place, frames, p50, p95, longest, over, blank }: ScrollFigures,
  threshold: number,
): void =>
  console.log(
    `${place.padEnd(6)} ${String(frames).padStart(5)} frames  p50 ${p50} ms  p95 ${p95} ms  longest ${longest} ms  over ${threshold} ms ${over} %  blank ${blank}`,
  )

/** Blocks the main thread for 60 ms of every frame until the returned function is called. */
export const blockMainThread = async (page: Page): Promise<() => Promise<void>> => {
  await page.evaluate(() => {
    const spin = () => {
      const end = performance.now() + 60
      while (performance.now() < end);
      if ((window as { spinning?: boolean }).spinning) requestAnimationFrame(spin)
    }
    Object.assign(window, { spinning: true })
    requestAnimationFrame(spin)
  })
  return () =>
    page.evaluate(() => {
      Object.assign(window, { spinning: false })
    })
}
