import type { Locator } from 'playwright-core'

/** The link of a card to its post; the first link of a card leads to its author. */
export const linkToPost = (card: Locator): Locator =>
  card.getByRole('link').filter({ has: card.page().getByRole('time') })
