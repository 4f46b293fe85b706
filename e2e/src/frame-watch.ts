import type { CDPSession, Page } from 'playwright-core'

/** Pixels a second, like a flick of the thumb, but by the wheel: synthesized touch gestures do not scroll here. */
export const SPEED = 3_000

/** The scroll container (a selector; the page by default) and the rows in it. */
export interface Scrolled {
  scroller?: string
  rows: string
}

/** Frame times in milliseconds, and the number of frames without a row in view. */
export interface ScrollFigures {
  place: string
  frames: number
  /** Share of frames above the threshold, in per cent. */
  over: number
  p50: number
  p95: number
  longest: number
  blank: number
}

interface Watch {
  frames: number[]
  blank: number
  on: boolean
  from: number
  to: number
}

/** Records the time of each frame and whether rows are in view. */
const startWatch = (page: Page, { scroller, rows: selector }: Scrolled) =>
  page.evaluate(
    ([scrollerSelector, rowsSelector]) => {
      const box = scrollerSelector ? document.querySelector(scrollerSelector)! : null
      const placeNow = () => box?.scrollTop ?? scrollY
      const watch: Watch = { frames: [], blank: 0, on: true, from: placeNow(), to: placeNow() }
      Object.assign(window, { watch })
      let last = performance.now()
      const look = (now: number) => {
        watch.frames.push(now - last)
        last = now
        watch.from = Math.min(watch.from, placeNow())
        watch.to = Math.max(watch.to, placeNow())
        // elementFromPoint does not work while a list scrolls; a binary search over the rows reads few positions, as
        // reading takes time too.
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
        if ([0.3, 0.5, 0.7].some(part => !isRowAt(innerHeight * part))) watch.blank++
        if (watch.on) requestAnimationFrame(look)
      }
      requestAnimationFrame(now => {
        last = now
        requestAnimationFrame(look)
      })
    },
    [scroller, selector] as const,
  )

const stopWatch = (page: Page) =>
  page.evaluate(() => {
    const { watch } = window as unknown as { watch: Watch }
    watch.on = false
    return watch
  })

const at = (sorted: readonly number[], share: number) =>
  Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN).toFixed(1))

const flick = (devtools: CDPSession, pixels: number, x = 195, y = 500) =>
  devtools.send('Input.synthesizeScrollGesture', {
    x,
    y,
    yDistance: pixels,
    speed: SPEED,
    gestureSourceType: 'mouse',
    preventFling: true,
  })

/**
 * Scrolls up or down by so many strokes, each half of it back; `threshold` is the frame time allowed, in milliseconds.
 */
export const scrollFrom = async (
  page: Page,
  devtools: CDPSession,
  {
    place,
    strokes,
    most,
    up = false,
    x,
    ...what
  }: Scrolled & { place: string; strokes: number; most: number; up?: boolean; x?: number },
): Promise<ScrollFigures> => {
  const way = up ? 1 : -1
  await startWatch(page, what)
  for (let stroke = 0; stroke < strokes; stroke++) {
    await flick(devtools, way * SPEED, x)
    await flick(devtools, (-way * SPEED) / 2, x)
  }
  const { frames, blank, from, to } = await stopWatch(page)
  if (to - from < SPEED / 2) throw new Error(`The page did not scroll: ${to - from} px.`)
  const sorted = frames.toSorted((a, b) => a - b)
  const over = Number(((100 * frames.filter(frame => frame > most).length) / frames.length).toFixed(1))
  return {
    place,
    frames: frames.length,
    over,
    p50: at(sorted, 0.5),
    p95: at(sorted, 0.95),
    longest: at(sorted, 1),
    blank,
  }
}

export const tellScroll = ({ place, frames, p50, p95, longest, over, blank }: ScrollFigures, most: number): void =>
  console.log(
    `${place.padEnd(6)} ${String(frames).padStart(5)} frames  p50 ${p50} ms  p95 ${p95} ms  longest ${longest} ms  over ${most} ms ${over} %  blank ${blank}`,
  )

/** Blocks the main thread for 60 ms of every frame until the returned function is called. */
export const keepBusy = async (page: Page): Promise<() => Promise<void>> => {
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
