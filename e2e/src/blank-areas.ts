import type { Page } from 'playwright-core'

/** The tolerated blank height, in pixels: the gap between two cards. */
const MAX_GAP_PX = 48

/** One line for each blank area in a list or below its last card; `ends` are the texts that mark the end of lists. */
export const findBlankAreas = (page: Page, ends: readonly string[]): Promise<string[]> =>
  page.evaluate(
    ([maxGap, ends]) => {
      const lists = [...document.querySelectorAll('main :is(ul, ol)[aria-label]')].filter(
        list => !list.parentElement!.closest('li, article'),
      )
      const pageText = document.querySelector('main')?.textContent ?? ''
      const isComplete =
        ends.some(text => pageText.includes(text)) || document.querySelector('main [aria-busy="true"]') !== null
      return lists.flatMap(list => {
        const name = list.getAttribute('aria-label')!
        const box = list.getBoundingClientRect()
        const bottom = Math.min(innerHeight, box.bottom)
        const cards = [...list.children]
          .filter(card => card.textContent?.trim())
          .map(card => card.getBoundingClientRect())
          .filter(card => card.bottom > 0 && card.top < innerHeight)
          .sort((a, b) => a.top - b.top)
        const areas: string[] = []
        let reached = Math.max(0, box.top)
        for (const { top, bottom: end } of [...cards, { top: bottom, bottom }]) {
          if (top - reached > maxGap)
            areas.push(
              `${name}: ${Math.round(top - reached)} px blank from ${Math.round(reached)}, ${cards.length} cards in the window`,
            )
          reached = Math.max(reached, end)
        }
        if (!isComplete && innerHeight - box.bottom > maxGap)
          areas.push(`${name}: ends at ${Math.round(box.bottom)} of ${innerHeight} px and does not say so`)
        return areas
      })
    },
    [MAX_GAP_PX, ends] as const,
  )
