import type { Locator } from 'playwright-core'

/**
 * The link of a card to its post, which is the link that contains the time; the first link of a card leads to its
 * author.
 */
export const postLink = (card: Locator): Locator =>
  card.getByRole('link').filter({ has: card.page().getByRole('time') })
