import type { Page } from 'playwright-core'
import type { Words } from './words.ts'

/** The password that newcomers choose. */
export const NEW_PASSWORD = 'velo-tilleul-lac'
let made = 0

export const field = (page: Page, say: Words, key: string) => page.getByLabel(say(key), { exact: true })
export const button = (page: Page, say: Words, key: string) => page.getByRole('button', { name: say(key), exact: true })

/** Registers by the open register tab, until the mail is sent. */
export const signUp = async (page: Page, say: Words, email: string): Promise<void> => {
  await field(page, say, 'entry.email').fill(email)
  await page.getByRole('checkbox').check()
  await button(page, say, 'entry.register').click()
  await page.getByRole('dialog', { name: say('entry.sent.popup2.title') }).waitFor()
}

/** Confirms the open log-in link, which consumes it. */
export const goIn = (page: Page, say: Words) => button(page, say, 'entry.go').click()

/** Fills in both pages of the first profile; the caller saves it. */
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

/** A unique nickname that consists of letters only. */
export const nickname = (word: string) =>
  `${word}${String(++made).replace(/\d/g, digit => 'abcdefghij'[Number(digit)]!)}`
