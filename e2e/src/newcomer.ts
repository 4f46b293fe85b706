import type { Page } from 'playwright-core'
import type { Words } from './words.ts'

/** What newcomers of the tests choose. */
export const NEW_PASSWORD = 'velo-tilleul-lac'
let made = 0

export const field = (page: Page, say: Words, key: string) => page.getByLabel(say(key), { exact: true })
export const button = (page: Page, say: Words, key: string) => page.getByRole('button', { name: say(key), exact: true })

/** From the register tab that is on the screen to the mail. */
export const signUp = async (page: Page, say: Words, email: string): Promise<void> => {
  await field(page, say, 'entry.email').fill(email)
  await page.getByRole('checkbox').check()
  await button(page, say, 'entry.register').click()
  await page.getByRole('dialog', { name: say('entry.sent.popup2.title') }).waitFor()
}

/** Spends the link that is open. */
export const goIn = (page: Page, say: Words) => button(page, say, 'entry.go').click()

/** The first profile, from its first page to the feed. */
export const fillIn = async (page: Page, say: Words, pseudo: string, { password = true } = {}): Promise<void> => {
  await field(page, say, 'entry.firstname').fill('Camille')
  await field(page, say, 'entry.lastname').fill('Roussel')
  await field(page, say, 'entry.pseudo').fill(pseudo)
  await page.getByText(say('entry.pseudo.free')).waitFor()
  await page.getByRole('checkbox').check()
  await button(page, say, 'entry.profile.continue').click()
  await page.getByRole('heading', { level: 1, name: say('entry.profile.home.title') }).waitFor()
  await page.getByRole('checkbox', { name: say('entry.confirmaddress') }).check()
  if (!password) return
  await field(page, say, 'entry.newpassword').fill(NEW_PASSWORD)
  await field(page, say, 'entry.again').fill(NEW_PASSWORD)
}

/** Letters alone, so that they can begin a nickname of their own. */
export const nickname = (word: string) =>
  `${word}${String(++made).replace(/\d/g, digit => 'abcdefghij'[Number(digit)]!)}`
